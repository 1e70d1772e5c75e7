package io.argus.core.performance;

/**
 * The throughput f(cache share, HDFS share) that a workload reaches with those reservations, in
 * operations per second.
 *
 * <p>Implementations are immutable, never negative, and never decrease in either share.
 */
@FunctionalInterface
public interface PerformanceFunction {
  /**
   * Returns the predicted throughput in operations per second.
   *
   * @param cacheShare share of the block cache, 0..1
   * @param hdfsShare share of the HDFS throughput, 0..1
   */
  double throughput(double cacheShare, double hdfsShare);

  /** Returns b, the throughput with everything reserved. */
  default double isolatedThroughput() {
    return throughput(1, 1);
  }
}
