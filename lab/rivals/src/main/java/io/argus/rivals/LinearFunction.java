package io.argus.rivals;

import java.util.List;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * A performance function of the dissertation: the throughput is linear in the shares of cache and
 * HDFS (section 5.3.2), and not below 0.
 *
 * <p>Immutable.
 *
 * @param base operations per second without any share
 * @param byCache operations per second for the whole cache
 * @param byHdfs operations per second for all credits
 */
record LinearFunction(double base, double byCache, double byHdfs) {

  /**
   * A throughput that was measured with certain shares.
   *
   * @param operationsPerSecond of the workload when it runs alone
   */
  record Sample(double cacheShare, double hdfsShare, double operationsPerSecond) {}

  /**
   * The function by ordinary least squares.
   *
   * @throws IllegalArgumentException if there are not more than three samples
   */
  static LinearFunction fit(List<Sample> samples) {
    double[] throughputs = new double[samples.size()];
    double[][] shares = new double[samples.size()][];
    for (int i = 0; i < throughputs.length; i++) {
      Sample sample = samples.get(i);
      throughputs[i] = sample.operationsPerSecond();
      shares[i] = new double[] {sample.cacheShare(), sample.hdfsShare()};
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.newSampleData(throughputs, shares);
    double[] found = regression.estimateRegressionParameters();
    return new LinearFunction(found[0], found[1], found[2]);
  }

  double throughput(double cacheShare, double hdfsShare) {
    return Math.max(0, base + byCache * cacheShare + byHdfs * hdfsShare);
  }

  /** Throughput loss v = (b - f) / b with b = f(1, 1), 0..1 (equation 5.6). */
  double loss(double cacheShare, double hdfsShare) {
    double alone = throughput(1, 1);
    double left = alone > 0 ? throughput(cacheShare, hdfsShare) / alone : 1;
    return Math.max(0, 1 - left);
  }
}
