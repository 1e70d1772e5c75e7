package io.argus.master.capacity;

import io.argus.core.text.Text;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.linear.SingularMatrixException;
import org.apache.commons.math3.stat.regression.OLSMultipleLinearRegression;

/**
 * The maximum throughput of n servers, a + b n + c / n operations per second (equation 5.20 of
 * Istin's thesis on provisioning Cassandra), by least squares of relative errors.
 *
 * <p>With fewer points than the law has terms and one more, terms are left out: c first, then a.
 * HBase's clients send each request to the server that has its row, so that nothing is routed
 * between servers as in Cassandra, and b n is what remains of the law.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ThroughputLaw {
  private static final int TERMS = 3;

  final double a;
  final double b;
  final double c;

  private ThroughputLaw(double a, double b, double c) {
    this.a = a;
    this.b = b;
    this.c = c;
  }

  /** Fits the law; empty if there is no point, or the points do not determine it. */
  static Optional<ThroughputLaw> fit(List<MeasuredPoint> points) {
    long sizes = points.stream().mapToInt(point -> point.servers).distinct().count();
    int terms = (int) Math.min(TERMS, sizes - 1);
    if (terms <= 1) {
      return points.isEmpty() ? Optional.empty() : Optional.of(proportional(points));
    }
    double[] y = new double[points.size()];
    double[][] x = new double[points.size()][terms];
    for (int i = 0; i < y.length; i++) {
      MeasuredPoint point = points.get(i);
      double[] row = {1, point.servers, 1.0 / point.servers};
      y[i] = 1;
      for (int k = 0; k < terms; k++) {
        x[i][k] = row[k] / point.operationsPerSecond;
      }
    }
    OLSMultipleLinearRegression regression = new OLSMultipleLinearRegression();
    regression.setNoIntercept(true);
    regression.newSampleData(y, x);
    try {
      double[] beta = regression.estimateRegressionParameters();
      return Optional.of(new ThroughputLaw(beta[0], beta[1], terms > 2 ? beta[2] : 0));
    } catch (SingularMatrixException e) {
      return Optional.of(proportional(points));
    }
  }

  private static ThroughputLaw proportional(List<MeasuredPoint> points) {
    double sum = 0;
    for (MeasuredPoint point : points) {
      sum += Math.log(point.operationsPerSecond / point.servers);
    }
    return new ThroughputLaw(0, Math.exp(sum / points.size()), 0);
  }

  /** Operations per second of so many servers, at least 0. */
  double at(int servers) {
    return Math.max(0, a + b * servers + c / servers);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    if (a != 0) {
      text.append(Text.format("%.1f + ", a));
    }
    text.append(Text.format("%.1f n", b));
    if (c != 0) {
      text.append(Text.format(" + %.1f / n", c));
    }
    return text.toString();
  }
}
