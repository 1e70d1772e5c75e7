package io.argus.core.performance;

/**
 * A {@link PerformanceFunction} at one cache share: throughput in operations per second as a
 * function of the HDFS share alone. What depends on the cache is computed once for many questions.
 *
 * <p>Implementations are immutable, never negative, and never decrease.
 */
@FunctionalInterface
public interface HdfsFunction {
  /** The greatest answer of {@link #shareFor}: more than there is, so that it shows. */
  double MAX_SHARE = 4;

  /**
   * Returns the predicted throughput in operations per second.
   *
   * @param hdfsShare share of the HDFS throughput, 0..1
   */
  double throughput(double hdfsShare);

  /**
   * Returns the least HDFS share with which a throughput is reached, up to a small error; above 1,
   * and in proportion to what is lacking, if none does.
   *
   * @param throughput operations per second
   * @param guess a share nearby, if one is known; else 0
   */
  default double shareFor(double throughput, double guess) {
    return LeastShare.of(this, throughput, guess);
  }
}
