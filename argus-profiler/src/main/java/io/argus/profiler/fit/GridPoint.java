package io.argus.profiler.fit;

import static io.argus.load.basics.Argument.require;

import org.jspecify.annotations.Nullable;

/**
 * A pair of reservations at which throughput is or could be measured.
 *
 * <p>Immutable.
 */
public final class GridPoint {
  private final double cacheShare;
  private final double hdfsShare;

  /**
   * @param cacheShare share of the block cache, above 0, at most 1
   * @param hdfsShare share of the HDFS throughput, above 0, at most 1
   */
  public GridPoint(double cacheShare, double hdfsShare) {
    require(
        cacheShare > 0 && cacheShare <= 1 && hdfsShare > 0 && hdfsShare <= 1,
        "point",
        cacheShare + "/" + hdfsShare,
        "two shares above 0, at most 1");
    this.cacheShare = cacheShare;
    this.hdfsShare = hdfsShare;
  }

  public double cacheShare() {
    return cacheShare;
  }

  public double hdfsShare() {
    return hdfsShare;
  }

  /** Whether neither share is greater than the other point's. */
  boolean isDominatedBy(GridPoint other) {
    return cacheShare <= other.cacheShare && hdfsShare <= other.hdfsShare;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof GridPoint
        && cacheShare == ((GridPoint) other).cacheShare
        && hdfsShare == ((GridPoint) other).hdfsShare;
  }

  @Override
  public int hashCode() {
    return Double.hashCode(cacheShare) * 31 + Double.hashCode(hdfsShare);
  }

  @Override
  public String toString() {
    return cacheShare + "/" + hdfsShare;
  }
}
