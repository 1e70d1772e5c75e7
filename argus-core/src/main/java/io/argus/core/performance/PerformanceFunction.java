package io.argus.core.performance;

/**
 * A resource-to-throughput model of a workload: throughput in operations per second as a function
 * of the reserved cache share and HDFS share.
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

  /** Returns b, the throughput with all of both resources. */
  default double isolatedThroughput() {
    return throughput(1, 1);
  }

  /** Returns the throughput over the HDFS share at one cache share, 0..1. */
  default HdfsFunction at(double cacheShare) {
    return hdfsShare -> throughput(cacheShare, hdfsShare);
  }
}
