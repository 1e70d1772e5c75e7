package io.argus.regionserver.handler;

import io.argus.core.slo.Slo;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's SLOs on p99, and how long its calls under them waited lately for a core: in the queue,
 * between pieces, and in a handler without CPU time.
 *
 * <p>Idea: the p99 of the waits exceeds a target if more than a hundredth of them does. The target
 * is a fourth of the SLO; the rest is for the call itself, and for what follows too late.
 *
 * <p>Not safe for use by several threads.
 */
final class LatencySlo {
  /** What the waits of some calls say. */
  enum Verdict {
    /** There were too few. */
    UNKNOWN,
    /** They are below half of their target. */
    WELL_BELOW,
    BELOW,
    EXCEEDED
  }

  private static final double TARGET = 0.25;

  /** So few calls say nothing of a hundredth. */
  private static final int MIN_CALLS = 20;

  /** How long a tenant is active after a call. */
  private static final long ACTIVE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** By kind; {@link Long#MAX_VALUE} for one that no SLO covers. */
  private final long[] targetNanos = new long[RequestKind.values().length];

  private boolean used;
  private long usedNanos;
  private int calls;
  private int late;

  /** That waited for more than half of the target. */
  private int notWell;

  private LatencySlo() {
    Arrays.fill(targetNanos, Long.MAX_VALUE);
  }

  /** Those of a tenant; null if it has none on p99. */
  static @Nullable LatencySlo of(Slos slos, TenantId tenant) {
    LatencySlo found = null;
    for (Slo slo : slos.all()) {
      if (slo.measure() == Slo.Measure.P99 && slo.tenant().equals(tenant)) {
        found = found == null ? new LatencySlo() : found;
        found.add(slo);
      }
    }
    return found;
  }

  @SuppressWarnings("EnumOrdinal") // not stored
  private void add(Slo slo) {
    long nanos = (long) (TARGET * slo.value() * TimeUnit.MILLISECONDS.toNanos(1));
    for (RequestKind kind : RequestKind.values()) {
      boolean covered = slo.requests() == Slo.Requests.ALL || slo.requests() == requests(kind);
      if (covered) {
        targetNanos[kind.ordinal()] = Math.min(targetNanos[kind.ordinal()], nanos);
      }
    }
  }

  private static Slo.Requests requests(RequestKind kind) {
    switch (kind) {
      case GET:
        return Slo.Requests.GET;
      case SCAN:
        return Slo.Requests.SCAN;
      case MULTI:
      case WRITE:
        return Slo.Requests.WRITE;
      case OTHER:
        return Slo.Requests.ALL;
    }
    throw new IllegalStateException(kind.name());
  }

  /** Whether one of them is about calls of a kind. */
  boolean covers(RequestKind kind) {
    return targetNanos(kind) != Long.MAX_VALUE;
  }

  @SuppressWarnings("EnumOrdinal")
  private long targetNanos(RequestKind kind) {
    return targetNanos[kind.ordinal()];
  }

  /** A call under them was queued. */
  void used(long now) {
    used = true;
    usedNanos = now;
  }

  /** Whether there was such a call lately. */
  boolean isActive(long now) {
    return used && now - usedNanos <= ACTIVE_NANOS;
  }

  /** Such a call has ended. */
  void ended(RequestKind kind, long waitedNanos) {
    calls++;
    late += waitedNanos > targetNanos(kind) ? 1 : 0;
    notWell += waitedNanos > targetNanos(kind) / 2 ? 1 : 0;
  }

  /** What the calls say that ended since the last verdict that was known. */
  Verdict verdict() {
    if (calls < MIN_CALLS && late <= 1) {
      return Verdict.UNKNOWN;
    }
    Verdict verdict = 100L * notWell > calls ? Verdict.BELOW : Verdict.WELL_BELOW;
    verdict = 100L * late > calls ? Verdict.EXCEEDED : verdict;
    calls = 0;
    late = 0;
    notWell = 0;
    return verdict;
  }
}
