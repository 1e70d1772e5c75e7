package io.argus.regionserver.handler;

import io.argus.core.usage.RequestKind;
import java.util.concurrent.TimeUnit;

/**
 * What long calls may use of the cores while a tenant that has an SLO on p99 is active: grants of
 * CPU time from a bucket that is filled at a part of the cores.
 *
 * <p>Idea: that part follows the waits of calls under an SLO. It falls while their p99 exceeds its
 * target, to {@link #MIN_PART} at least, and rises in smaller steps while it is well below. A call
 * begins with a grant of what it is expected to use, {@link #GRANT_NANOS} at most, renews it as it
 * pauses, and gives back what is left of it as it ends. The bucket may owe, so that the rate is
 * exact whatever a call used; it owes no more than is earned in a second at the lowest rate, so
 * that a call that could not pause keeps others out for that long at most. While all of the cores
 * are granted, or no such tenant is active, nothing is counted.
 *
 * <p>Pure: time is a parameter. Not safe for use by several threads.
 */
final class BulkGrants {
  static final long GRANT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  /** Of all cores, what long calls may use at least. */
  static final double MIN_PART = 0.1;

  private static final double DOWN = 0.1;
  private static final double UP = 0.02;

  /** A scan that uses more is long: its first pause comes by then. */
  private static final long LONG_SCAN_NANOS = HandlerSchedule.QUANTUM_NANOS;

  private static final long LONG_CALL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final int cores;
  private boolean active;
  private double part = 1;
  private double creditNanos;
  private long filledNanos;

  BulkGrants(int cores) {
    this.cores = cores;
  }

  /** Whether a call that uses, or is expected to use, so much CPU time is a long one. */
  static boolean isLong(RequestKind kind, long nanos) {
    return nanos > (kind == RequestKind.SCAN ? LONG_SCAN_NANOS : LONG_CALL_NANOS);
  }

  /** Whether a tenant is active that has an SLO on p99. */
  boolean isActive() {
    return active;
  }

  /** Whether long calls need a grant. */
  boolean areNeeded() {
    return active && part < 1;
  }

  /** Whether a grant would be given now. */
  boolean mayBeTaken() {
    return !areNeeded() || creditNanos > 0;
  }

  /** The part of all cores that long calls may use now. */
  double part() {
    return active ? part : 1;
  }

  /**
   * Follows how calls under an SLO waited; to be called every 100 ms. What was found out stays for
   * the next time when such a tenant is active.
   *
   * @param isActive whether a tenant that has an SLO on p99 is active
   * @param verdict whether waits of such a tenant exceeded their target since the last call
   */
  void follow(boolean isActive, LatencySlo.Verdict verdict, long now) {
    if (isActive && !active) {
      filledNanos = now;
    }
    active = isActive;
    if (isActive && verdict == LatencySlo.Verdict.EXCEEDED) {
      part = Math.max(MIN_PART, part - DOWN);
    } else if (isActive && verdict == LatencySlo.Verdict.WELL_BELOW) {
      part = Math.min(1, part + UP);
    }
  }

  /** No tenant has an SLO on p99 any more. */
  void end() {
    active = false;
  }

  /** Adds what was earned up to now; returns whether a grant may be taken that could not before. */
  boolean fill(long now) {
    boolean before = mayBeTaken();
    double perNano = part * cores;
    double most = GRANT_NANOS * Math.max(1, perNano);
    creditNanos = Math.min(most, creditNanos + perNano * Math.max(0, now - filledNanos));
    filledNanos = now;
    return !before && mayBeTaken();
  }

  /**
   * Takes a grant, whether or not it may be taken.
   *
   * @param expectedNanos what the call is expected to use, up to its end
   * @return what is granted
   */
  long take(long expectedNanos) {
    long granted = Math.max(1, Math.min(GRANT_NANOS, expectedNanos));
    giveBack(-granted);
    return granted;
  }

  /** Gives back what was not used of a grant, or, below 0, pays what was used beyond it. */
  void giveBack(long nanos) {
    double owed = MIN_PART * cores * TimeUnit.SECONDS.toNanos(1);
    creditNanos = Math.max(-owed, creditNanos + nanos);
  }
}
