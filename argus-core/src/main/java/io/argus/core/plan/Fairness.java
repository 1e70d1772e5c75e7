package io.argus.core.plan;

import java.util.Arrays;

/**
 * The measures of contention between tenants, all dimensionless: throughput loss, J-index,
 * efficiency and D-score (equations 5.3 to 5.5 of the dissertation).
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class Fairness {
  /** A smaller throughput loss counts as none: the J-index would be a quotient of noise. */
  public static final double UNHURT_THROUGHPUT_LOSS = 0.005;

  private Fairness() {}

  /**
   * Throughput loss v = (b - t) / b, never below 0 (throughput violation in the dissertation); 0
   * for a tenant without an isolated throughput.
   *
   * @param isolatedThroughput b, operations per second of the tenant by itself
   * @param throughput t, operations per second of the tenant now
   */
  public static double throughputLoss(double isolatedThroughput, double throughput) {
    if (!(isolatedThroughput > 0)
        || Double.isInfinite(isolatedThroughput)
        || Double.isNaN(throughput)) {
      return 0;
    }
    return Math.min(1, Math.max(0, (isolatedThroughput - throughput) / isolatedThroughput));
  }

  /**
   * What a tenant lacks of its entitlement: u = max(0, 1 - (1 - v) / s), 0..1. All u are equal if
   * tenants keep parts of their isolated throughputs that are in proportion to their weights. With
   * equal weights, u = v.
   *
   * @param entitlement s, the tenant's weight over the greatest weight, above 0, at most 1
   * @param throughputLoss v, 0..1
   */
  public static double shortfall(double entitlement, double throughputLoss) {
    return Math.max(0, 1 - (1 - throughputLoss) / entitlement);
  }

  /**
   * J-index (sum v)^2 / (n x sum v^2), between 1/n and 1 (equation 5.3); 1 when every throughput
   * loss is below {@link #UNHURT_THROUGHPUT_LOSS} or there is no tenant.
   */
  public static double jIndex(double[] throughputLosses) {
    double sum = 0;
    double squares = 0;
    boolean hurt = false;
    for (double v : throughputLosses) {
      sum += v;
      squares += v * v;
      hurt |= v >= UNHURT_THROUGHPUT_LOSS;
    }
    return hurt ? jIndex(throughputLosses.length, sum, squares) : 1;
  }

  /**
   * J-index of n throughput losses or shortfalls, of which one at least is noticeable. Never above
   * 1; squares may cancel down to less than they are.
   */
  public static double jIndex(int n, double sum, double squares) {
    return n * squares > sum * sum ? sum * sum / (n * squares) : 1;
  }

  /** Efficiency E = 1 - mean(v) (equation 5.4); 1 without tenants. */
  public static double efficiency(double[] throughputLosses) {
    return efficiency(throughputLosses.length, Arrays.stream(throughputLosses).sum());
  }

  /** Efficiency of n throughput losses with that sum. */
  public static double efficiency(int n, double sum) {
    return n > 0 ? 1 - sum / n : 1;
  }

  /** D-score alpha x J + (1 - alpha) x E (equation 5.5). */
  public static double dScore(double alpha, double[] throughputLosses) {
    return dScore(alpha, jIndex(throughputLosses), efficiency(throughputLosses));
  }

  public static double dScore(double alpha, double jIndex, double efficiency) {
    return alpha * jIndex + (1 - alpha) * efficiency;
  }

  /**
   * Least t/b over greatest t/b; 1 if every throughput is 0 or no tenant has an isolated
   * throughput.
   */
  public static double minMaxRatio(double[] isolatedThroughputs, double[] throughputs) {
    if (isolatedThroughputs.length != throughputs.length) {
      throw new IllegalArgumentException(
          isolatedThroughputs.length
              + " isolated throughputs but "
              + throughputs.length
              + " throughputs: one of each per tenant");
    }
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (int i = 0; i < isolatedThroughputs.length; i++) {
      if (isolatedThroughputs[i] > 0) {
        double ratio = throughputs[i] / isolatedThroughputs[i];
        least = Math.min(least, ratio);
        greatest = Math.max(greatest, ratio);
      }
    }
    return greatest == 0 ? 1 : least / greatest;
  }
}
