package io.argus.profiler.fit;

import io.argus.core.performance.GridFunction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * Linear regression, f(c, h) = b0 + b1 c + b2 h in operations per second, by ordinary least
 * squares. A negative slope is noise, and its share is left out of the regression. A negative
 * throughput is 0.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class LinearFitter implements Fitter {
  private static final int MIN_POINTS = 4;

  /** Steps of the grid on which the plane is written down. */
  private static final int STEPS = 16;

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public GridFunction fit(List<Sample> samples) {
    if (samples.size() < MIN_POINTS) {
      throw new IllegalArgumentException(
          "linear regression has " + samples.size() + " points: needs at least " + MIN_POINTS);
    }
    double[] plane = plane(samples);
    double[] shares = new double[STEPS + 1];
    double[][] values = new double[STEPS + 1][STEPS + 1];
    for (int c = 0; c <= STEPS; c++) {
      shares[c] = (double) c / STEPS;
      for (int h = 0; h <= STEPS; h++) {
        values[c][h] = Math.max(0, plane[0] + plane[1] * c / STEPS + plane[2] * h / STEPS);
      }
    }
    return GridFunction.of(shares, shares, values);
  }

  /** Returns b0, b1, b2. */
  private static double[] plane(List<Sample> samples) {
    List<Integer> regressors = new ArrayList<>(Arrays.asList(0, 1));
    while (true) {
      double[] plane = regress(samples, regressors);
      Integer worst = null;
      for (Integer regressor : regressors) {
        double slope = plane[1 + regressor];
        if (slope < 0 && (worst == null || slope < plane[1 + worst])) {
          worst = regressor;
        }
      }
      if (worst == null) {
        return plane;
      }
      regressors.remove(worst);
    }
  }

  private static double[] regress(List<Sample> samples, List<Integer> regressors) {
    double mean = samples.stream().mapToDouble(Sample::throughput).average().orElse(0);
    double[] plane = {mean, 0, 0};
    if (regressors.isEmpty()) {
      return plane;
    }
    double[] y = new double[samples.size()];
    double[][] x = new double[samples.size()][regressors.size()];
    for (int i = 0; i < y.length; i++) {
      Sample sample = samples.get(i);
      double[] shares = {sample.point().cacheShare(), sample.point().hdfsShare()};
      y[i] = sample.throughput();
      for (int k = 0; k < regressors.size(); k++) {
        x[i][k] = shares[regressors.get(k)];
      }
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.newSampleData(y, x);
    try {
      double[] beta = regression.estimateRegressionParameters();
      plane[0] = beta[0];
      for (int k = 0; k < regressors.size(); k++) {
        plane[1 + regressors.get(k)] = beta[1 + k];
      }
    } catch (SingularMatrixException e) {
      // The points lie on a line, so the mean is as good.
      return plane;
    }
    return plane;
  }
}
