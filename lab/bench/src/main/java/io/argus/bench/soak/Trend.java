package io.argus.bench.soak;

import static io.argus.load.basics.Argument.require;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * The straight line through samples over time, and whether it rises.
 *
 * <p>What one sample is above the line, the next one mostly is too. So the samples count as fewer
 * independent ones by their correlation with the one before, as for an autoregressive series of
 * first order. Immutable.
 *
 * @param samples number of samples
 * @param mean of the samples
 * @param slopePerHour of the line
 * @param errorPerHour standard error of the slope
 * @param leastPerHour lower end of the slope's {@value #CONFIDENCE} confidence interval
 * @param mostPerHour its upper end
 * @param ignoredPerHour slope that does not matter
 */
public record Trend(
    int samples,
    double mean,
    double slopePerHour,
    double errorPerHour,
    double leastPerHour,
    double mostPerHour,
    double ignoredPerHour,
    Verdict verdict) {
  /** A soak looks at some twenty series: with less, one of them would mostly grow by chance. */
  static final double CONFIDENCE = 0.99;

  /** With fewer samples there is no verdict. */
  static final int MIN_SAMPLES = 6;

  private static final double MAX_CORRELATION = 0.95;
  private static final double SECONDS_PER_HOUR = 3600;

  /** What a line does. */
  public enum Verdict {
    /** The interval of its slope contains 0, or the slope is smaller than what is ignored. */
    FLAT,
    GROWS,
    FALLS,
    /** There are too few samples. */
    UNKNOWN
  }

  /**
   * Fits the line.
   *
   * @param seconds when the samples were taken, rising
   * @param values one for each of them
   * @param ignoredPerHour slope that does not matter
   */
  public static Trend of(List<Double> seconds, List<Double> values, double ignoredPerHour) {
    require(
        seconds.size() == values.size(), "values", values.size(), "as many as " + seconds.size());
    int n = values.size();
    SimpleRegression line = new SimpleRegression();
    for (int i = 0; i < n; i++) {
      line.addData(seconds.get(i) / SECONDS_PER_HOUR, values.get(i));
    }
    double mean = values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (n < MIN_SAMPLES) {
      return new Trend(n, mean, 0, 0, 0, 0, ignoredPerHour, Verdict.UNKNOWN);
    }
    double[] residuals =
        IntStream.range(0, n)
            .mapToDouble(i -> values.get(i) - line.predict(seconds.get(i) / SECONDS_PER_HOUR))
            .toArray();
    double correlation = correlationWithNext(residuals);
    double independent = n * (1 - correlation) / (1 + correlation);
    double freedom = Math.max(1, independent - 2);
    double error = line.getSlopeStdErr() * Math.sqrt((n - 2) / freedom);
    double half = error * new TDistribution(freedom).inverseCumulativeProbability(upperEnd());
    double slope = line.getSlope();
    return new Trend(
        n,
        mean,
        slope,
        error,
        slope - half,
        slope + half,
        ignoredPerHour,
        verdict(slope, half, ignoredPerHour));
  }

  private static double upperEnd() {
    return 1 - (1 - CONFIDENCE) / 2;
  }

  private static Verdict verdict(double slope, double half, double ignored) {
    if (Math.abs(slope) <= half || Math.abs(slope) <= ignored) {
      return Verdict.FLAT;
    }
    return slope > 0 ? Verdict.GROWS : Verdict.FALLS;
  }

  /** How much of what a sample is off the line the next one is off too, 0..0.95. */
  private static double correlationWithNext(double[] residuals) {
    double squares = Arrays.stream(residuals).map(each -> each * each).sum();
    double products =
        IntStream.range(1, residuals.length)
            .mapToDouble(i -> residuals[i - 1] * residuals[i])
            .sum();
    return squares == 0 ? 0 : Math.max(0, Math.min(MAX_CORRELATION, products / squares));
  }

  /** Whether this grows and the other one does not grow as much. */
  boolean growsBeyond(Trend other) {
    boolean alike = other.verdict == Verdict.GROWS && other.mostPerHour >= leastPerHour;
    return verdict == Verdict.GROWS && !alike;
  }
}
