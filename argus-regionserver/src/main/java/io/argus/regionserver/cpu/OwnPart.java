package io.argus.regionserver.cpu;

import java.util.function.LongSupplier;

/**
 * The part of the busy cores that this process uses. What other processes of the machine use is not
 * free by running fewer threads here.
 *
 * <p>Used by one thread.
 */
public final class OwnPart {
  /** The least part: a process that hardly runs says little of itself. */
  private static final double LEAST = 0.1;

  /** Weight of the last look in the mean. */
  private static final double LAST = 0.1;

  private final LongSupplier processClock;
  private final int cores;
  private long processBefore;
  private long beforeNanos;
  private double part = 1;

  /**
   * @param processClock CPU time of this process, ns; below 0 if it is not known
   * @param cores that this process may use
   */
  public OwnPart(LongSupplier processClock, int cores, long nowNanos) {
    this.processClock = processClock;
    this.cores = cores;
    this.processBefore = processClock.getAsLong();
    this.beforeNanos = nowNanos;
  }

  /**
   * Looks at the process, and returns the mean of its part over the last looks, 0..1; 1 if it is
   * not known.
   *
   * @param load part of the cores that was busy since the last look, 0..1; below 0 or NaN if it is
   *     not known
   */
  public double after(double load, long nowNanos) {
    long process = processClock.getAsLong();
    double used = process - processBefore;
    double busy = load * cores * (nowNanos - beforeNanos);
    processBefore = process;
    beforeNanos = nowNanos;
    if (process < 0 || !(load >= 0)) {
      return 1;
    }
    if (busy > 0) {
      part += LAST * (Math.max(LEAST, Math.min(1, used / busy)) - part);
    }
    return part;
  }
}
