package io.argus.core.performance;

/**
 * A resource-to-throughput model of a workload: throughput in operations per second as a function
 * of the reserved cache share and HDFS share.
 *
 * <p>Implementations are immutable, never negative, and never decrease in either share.
 */
@FunctionalInterface
public interface PerformanceFunction {
  /** The greatest answer of {@link #hdfsShareFor}: more than there is, so that it shows. */
  double MOST_HDFS_SHARE = 4;

  /**
   * Returns the predicted throughput in operations per second.
   *
   * @param cacheShare share of the block cache, 0..1
   * @param hdfsShare share of the HDFS throughput, 0..1
   */
  double throughput(double cacheShare, double hdfsShare);

  /** Returns b, the throughput with all of both resources. */
  default double isolatedThroughput() {
    return throughput(1, 1);
  }

  /**
   * Returns the least HDFS share with which a throughput is reached, up to a small error; above 1,
   * and in proportion to what is lacking, if none does.
   *
   * @param throughput operations per second
   * @param guess a share nearby, if one is known; else 0
   */
  default double hdfsShareFor(double cacheShare, double throughput, double guess) {
    return LeastShare.of(this, cacheShare, throughput, guess);
  }
}
