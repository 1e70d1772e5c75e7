package io.argus.profiler.fit;

import static io.argus.load.basics.Argument.require;

/**
 * A pair of reservations at which throughput is or could be measured.
 *
 * @param cacheShare share of the block cache, above 0, at most 1
 * @param hdfsShare share of the HDFS throughput, above 0, at most 1
 */
public record GridPoint(double cacheShare, double hdfsShare) {

  public GridPoint {
    require(
        cacheShare > 0 && cacheShare <= 1 && hdfsShare > 0 && hdfsShare <= 1,
        "point",
        cacheShare + "/" + hdfsShare,
        "two shares above 0, at most 1");
  }

  /** Whether neither share is greater than the other point's. */
  boolean isDominatedBy(GridPoint other) {
    return cacheShare <= other.cacheShare && hdfsShare <= other.hdfsShare;
  }
}
