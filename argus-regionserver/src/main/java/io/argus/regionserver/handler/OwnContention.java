package io.argus.regionserver.handler;

import java.util.function.LongSupplier;

/**
 * How much of the contention for cores is due to this process: all of it while it uses half of the
 * busy cores or more, less while other processes use more than it. The kernel divides cores among
 * threads, so fewer threads here would leave those even more.
 *
 * <p>Used by one thread.
 */
final class OwnContention {
  /** The part of the busy cores from which on all contention is due to the process. */
  private static final double HALF = 0.5;

  /** The least that it causes: a process that hardly runs says little of itself. */
  private static final double LEAST = 0.1;

  /** Weight of the last look in the mean. */
  private static final double LAST = 0.1;

  private final LongSupplier processClock;
  private final int cores;
  private long processBefore;
  private long beforeNanos;

  /** Of the busy cores, what the process used lately; mean. */
  private double part = 1;

  /**
   * @param processClock CPU time of this process, ns; below 0 if it is not known
   * @param cores that this process may use
   */
  OwnContention(LongSupplier processClock, int cores, long nowNanos) {
    this.processClock = processClock;
    this.cores = cores;
    this.processBefore = processClock.getAsLong();
    this.beforeNanos = nowNanos;
  }

  /**
   * Looks at the process, and returns its part of the contention over the last looks, 0..1; 1 if it
   * is not known.
   *
   * @param load part of the cores that was busy since the last look, 0..1; below 0 or NaN if it is
   *     not known
   */
  double after(double load, long nowNanos) {
    long process = processClock.getAsLong();
    double used = process - processBefore;
    double busy = load * cores * (nowNanos - beforeNanos);
    processBefore = process;
    beforeNanos = nowNanos;
    if (process < 0 || !(load >= 0)) {
      return 1;
    }
    if (busy > 0) {
      part += LAST * (Math.min(1, used / busy) - part);
    }
    return Math.max(LEAST, Math.min(1, part / HALF));
  }
}
