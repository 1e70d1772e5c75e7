package io.argus.jmh;

import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * The cost of an operation relative to its cost at another commit, over pairs of forks.
 *
 * @param ratio geometric mean over the pairs; above 1 where this commit costs more
 * @param low lower end of the 95 % confidence interval
 * @param high upper end of it
 */
record ForkRatio(double ratio, double low, double high) {
  private static final double BELOW_HIGH = 0.975;

  /** A fork of this commit and the one of the other commit that ran just before or after. */
  record Pair(double own, double other) {}

  /** The ratio over at least two pairs. Student's distribution of the logarithms of the ratios. */
  static ForkRatio of(List<Pair> pairs) {
    SummaryStatistics logs = new SummaryStatistics();
    pairs.forEach(pair -> logs.addValue(Math.log(pair.own() / pair.other())));
    double quantile = new TDistribution(pairs.size() - 1).inverseCumulativeProbability(BELOW_HIGH);
    double half = quantile * logs.getStandardDeviation() / Math.sqrt(pairs.size());
    return new ForkRatio(
        Math.exp(logs.getMean()), Math.exp(logs.getMean() - half), Math.exp(logs.getMean() + half));
  }
}
