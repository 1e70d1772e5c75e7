package io.argus.bench.finding;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.result.Spread;
import java.util.List;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * What a system costs relative to another one, over pairs of measurements that followed each other.
 *
 * @param median of the ratios of the pairs
 * @param mean geometric mean of the ratios
 * @param low lower end of the mean's 95 % confidence interval
 * @param high upper end of it
 */
public record PairedRatio(double median, double mean, double low, double high) {
  private static final double BELOW_HIGH = 0.975;

  /** A cost of the system, and of the reference just before or after. */
  public record Pair(double system, double reference) {
    public double ratio() {
      return system / reference;
    }
  }

  /** The ratio over at least two pairs, by Student's distribution of its logarithms. */
  public static PairedRatio of(List<Pair> pairs) {
    require(pairs.size() >= 2, "number of pairs", pairs.size(), "at least 2");
    SummaryStatistics logs = new SummaryStatistics();
    pairs.forEach(pair -> logs.addValue(Math.log(pair.ratio())));
    double quantile = new TDistribution(pairs.size() - 1).inverseCumulativeProbability(BELOW_HIGH);
    double half = quantile * logs.getStandardDeviation() / Math.sqrt(pairs.size());
    return new PairedRatio(
        Spread.of(pairs, Pair::ratio).median(),
        Math.exp(logs.getMean()),
        Math.exp(logs.getMean() - half),
        Math.exp(logs.getMean() + half));
  }
}
