package io.argus.profiler.fit;

/**
 * A pair of reservations at which throughput is or could be measured.
 *
 * @param cacheShare share of the block cache, above 0, at most 1
 * @param hdfsShare share of the HDFS throughput, above 0, at most 1
 *     <p>Immutable; safe for use by any thread.
 */
public record GridPoint(double cacheShare, double hdfsShare) {

  public GridPoint {
    if (!(cacheShare > 0 && cacheShare <= 1 && hdfsShare > 0 && hdfsShare <= 1)) {
      throw new IllegalArgumentException(
          "point is " + cacheShare + "/" + hdfsShare + ": shares must be above 0, at most 1");
    }
  }

  /** Whether neither share is greater than the other point's. */
  public boolean isDominatedBy(GridPoint other) {
    return cacheShare <= other.cacheShare && hdfsShare <= other.hdfsShare;
  }
}
