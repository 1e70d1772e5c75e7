package io.argus.regionserver.handler;

import io.argus.core.settings.Settings;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The settings of handler admission, in the units it works with.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class HandlerPolicy {
  /** Weights and bounds are enforced. */
  final boolean enforcing;

  /** HDFS bytes are counted; true whenever enforcing. */
  final boolean accounting;

  final int queueLength;
  final long queueBytes;

  /** How many requests of all tenants may be blocked on I/O. */
  final int blockedLimit;

  final int cores;

  /** How many requests may use a handler slot at once while all cores are busy, at most. */
  final int runningWhileBusy;

  /** How long a request may pause between its pieces in all. */
  final long scanPauseLimitNanos;

  private final Slos slos;

  private HandlerPolicy(Settings settings, int cores) {
    this.cores = cores;
    Settings.Mode mode =
        settings.get(Settings.SCHEDULER_ENABLED) ? settings.get(Settings.MODE) : Settings.Mode.OFF;
    enforcing = mode == Settings.Mode.ENFORCE;
    accounting = mode != Settings.Mode.OFF;
    slos = settings.get(Settings.SLOS);
    queueLength = settings.get(Settings.QUEUE_LENGTH).intValue();
    queueBytes = settings.get(Settings.QUEUE_BYTES);
    blockedLimit = settings.get(Settings.IO_BLOCKED_LIMIT).intValue();
    runningWhileBusy = settings.get(Settings.RUNNING_PER_CORE).intValue() * cores;
    scanPauseLimitNanos =
        TimeUnit.MILLISECONDS.toNanos(settings.get(Settings.SCAN_PAUSE_LIMIT_MILLIS));
  }

  /** The SLOs of a tenant on p99 for which others' long calls pause; null if there is none. */
  @Nullable LatencySlo latencySlo(TenantId tenant) {
    return enforcing && scanPauseLimitNanos > 0 ? LatencySlo.of(slos, tenant) : null;
  }

  static HandlerPolicy of(Settings settings) {
    return of(settings, Runtime.getRuntime().availableProcessors());
  }

  static HandlerPolicy of(Settings settings, int cores) {
    return new HandlerPolicy(settings, cores);
  }
}
