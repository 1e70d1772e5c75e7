package io.argus.core.performance;

/**
 * A range of cache shares in which a workload loses much of its throughput, because its working set
 * no longer fits. Nothing was measured within the range. A performance function assumes the lower
 * throughput there, so that the planner avoids it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Cliff {
  private final double lowShare;
  private final double highShare;
  private final double lost;

  private Cliff(double lowShare, double highShare, double lost) {
    this.lowShare = lowShare;
    this.highShare = highShare;
    this.lost = lost;
  }

  /** For JSON: a member that is missing there is no number, which {@link #of} refuses. */
  @SuppressWarnings("unused")
  private Cliff() {
    this(Double.NaN, Double.NaN, Double.NaN);
  }

  /**
   * @param lowShare greatest cache share measured below it, 0..1
   * @param highShare least cache share measured above it, 0..1
   * @param lost part of the upper throughput that is lost, 0..1
   * @throws IllegalArgumentException if one is not within 0..1, or low is not below high
   */
  public static Cliff of(double lowShare, double highShare, double lost) {
    boolean shares = lowShare >= 0 && highShare <= 1 && lowShare < highShare;
    if (!shares || !(lost >= 0 && lost <= 1)) {
      throw new IllegalArgumentException(
          String.format(
              "cliff is from cache share %s to %s, lost %s: must lie within 0..1, the first below the"
                  + " second",
              lowShare, highShare, lost));
    }
    return new Cliff(lowShare, highShare, lost);
  }

  public double lowShare() {
    return lowShare;
  }

  public double highShare() {
    return highShare;
  }

  public double lost() {
    return lost;
  }

  @Override
  public String toString() {
    return Math.round(100 * lost)
        + " % lost between cache shares "
        + Math.round(1000 * highShare) / 1000.0
        + " and "
        + Math.round(1000 * lowShare) / 1000.0;
  }
}
