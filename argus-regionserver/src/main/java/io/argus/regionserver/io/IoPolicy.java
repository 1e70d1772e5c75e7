package io.argus.regionserver.io;

import io.argus.core.settings.Settings;
import java.util.concurrent.TimeUnit;

/**
 * The settings of I/O admission, in the units it works with.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class IoPolicy {
  /** How often tenants get their share of the credits. */
  static final long REFILL_PERIOD_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The fraction of HDFS's capacity that background work always gets. */
  static final double BACKGROUND_FLOOR = 0.1;

  /** Reads wait for their grant. */
  final boolean enforcing;

  /** Bytes are counted; true whenever enforcing. */
  final boolean accounting;

  /** {@link Settings#AUTO} to measure it. */
  final int concurrencyLimit;

  final long waitLimitNanos;

  /** Whether background work waits for grants too. */
  final boolean admitsBackground;

  /** Credits per refill period; {@link Settings#AUTO} to measure what HDFS sustains. */
  final long credits;

  private IoPolicy(Settings settings) {
    Settings.Mode mode =
        settings.get(Settings.SCHEDULER_ENABLED) ? settings.get(Settings.MODE) : Settings.Mode.OFF;
    enforcing = mode == Settings.Mode.ENFORCE;
    accounting = mode != Settings.Mode.OFF;
    concurrencyLimit = settings.get(Settings.IO_CONCURRENCY_LIMIT).intValue();
    waitLimitNanos = TimeUnit.MILLISECONDS.toNanos(settings.get(Settings.IO_WAIT_LIMIT_MILLIS));
    admitsBackground = settings.get(Settings.BACKGROUND_ENABLED);
    credits = settings.get(Settings.CREDITS);
  }

  public static IoPolicy of(Settings settings) {
    return new IoPolicy(settings);
  }
}
