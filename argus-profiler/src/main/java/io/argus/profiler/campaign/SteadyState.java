package io.argus.profiler.campaign;

import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Decides from the operations of each second whether a throughput is steady.
 *
 * <p>The window is the later half of the seconds so far, at least {@value #MIN_SECONDS}. A line is
 * fitted to the window by least squares. The window is steady if
 *
 * <ul>
 *   <li>the rise of the line over the window is within two standard errors (noise explains it), or
 *       below 2 % of the mean (it does not matter); and
 *   <li>the standard error of the mean is at most 2 % of the mean (noise does not hide a trend).
 * </ul>
 */
final class SteadyState {
  /** Seconds in the smallest window. */
  static final int MIN_SECONDS = 8;

  private static final double NEGLIGIBLE = 0.02;
  private static final double STANDARD_ERRORS = 2;

  private SteadyState() {}

  /** The window and its statistics. Immutable. */
  static final class Window {
    private final int seconds;
    private final double mean;
    private final double standardError;
    private final boolean steady;

    private Window(int seconds, double mean, double standardError, boolean steady) {
      this.seconds = seconds;
      this.mean = mean;
      this.standardError = standardError;
      this.steady = steady;
    }

    /** Length of the window, at the end of the seconds. */
    int seconds() {
      return seconds;
    }

    /** Operations per second. */
    double mean() {
      return mean;
    }

    /** Of the mean, operations per second. */
    double standardError() {
      return standardError;
    }

    /** Whether the throughput is steady. */
    boolean steady() {
      return steady;
    }
  }

  /** The window at the end of these seconds; empty while there are too few. */
  static Optional<Window> of(List<Long> operationsPerSecond) {
    int all = operationsPerSecond.size();
    if (all < MIN_SECONDS) {
      return Optional.empty();
    }
    int seconds = Math.max(MIN_SECONDS, all / 2);
    SimpleRegression line = new SimpleRegression();
    double sum = 0;
    for (int i = 0; i < seconds; i++) {
      long operations = operationsPerSecond.get(all - seconds + i);
      line.addData(i, (double) operations);
      sum += operations;
    }
    double mean = sum / seconds;
    double deviation = Math.sqrt(line.getTotalSumSquares() / (seconds - 1));
    double standardError = deviation / Math.sqrt(seconds);
    double rise = Math.abs(line.getSlope()) * (seconds - 1);
    double noise = STANDARD_ERRORS * line.getSlopeStdErr() * (seconds - 1);
    boolean flat = rise <= noise || rise <= NEGLIGIBLE * mean;
    boolean precise = standardError <= NEGLIGIBLE * mean;
    return Optional.of(new Window(seconds, mean, standardError, mean > 0 && flat && precise));
  }
}
