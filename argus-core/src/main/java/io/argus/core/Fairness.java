package io.argus.core;

/**
 * The measures of interference between tenants, all dimensionless: throughput violation, J-index,
 * efficiency and D-score (equations 5.3 to 5.5 of the dissertation).
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class Fairness {
  /** Below this violation nobody is hurt, and the J-index would be the quotient of two noises. */
  public static final double UNHURT_VIOLATION = 0.005;

  private Fairness() {}

  /**
   * Throughput violation v = (b - t) / b, never below 0; 0 for a tenant without a baseline, which
   * cannot be hurt.
   *
   * @param baseline b, operations per second of the tenant alone
   * @param throughput t, operations per second of the tenant now
   */
  public static double violation(double baseline, double throughput) {
    if (!(baseline > 0) || Double.isInfinite(baseline) || Double.isNaN(throughput)) {
      return 0;
    }
    return Math.min(1, Math.max(0, (baseline - throughput) / baseline));
  }

  /** Violations of n tenants, element by element. */
  public static double[] violations(double[] baselines, double[] throughputs) {
    requireSameLength(baselines, throughputs);
    double[] violations = new double[baselines.length];
    for (int i = 0; i < violations.length; i++) {
      violations[i] = violation(baselines[i], throughputs[i]);
    }
    return violations;
  }

  /**
   * J-index (sum v)^2 / (n x sum v^2), between 1/n and 1 (equation 5.3); 1 when every violation is
   * below {@link #UNHURT_VIOLATION} or there is no tenant.
   */
  public static double jIndex(double[] violations) {
    double sum = 0;
    double sumOfSquares = 0;
    double worst = 0;
    for (double v : violations) {
      sum += v;
      sumOfSquares += v * v;
      worst = Math.max(worst, v);
    }
    return worst < UNHURT_VIOLATION ? 1 : sum * sum / (violations.length * sumOfSquares);
  }

  /** Efficiency E = 1 - mean(v) (equation 5.4); 1 without tenants. */
  public static double efficiency(double[] violations) {
    double sum = 0;
    for (double v : violations) {
      sum += v;
    }
    return violations.length == 0 ? 1 : 1 - sum / violations.length;
  }

  /** D-score alpha x J + (1 - alpha) x E (equation 5.5). */
  public static double dScore(double alpha, double[] violations) {
    return alpha * jIndex(violations) + (1 - alpha) * efficiency(violations);
  }

  /**
   * Least t/b over greatest t/b; 1 when nobody gets anything or there is no tenant with a baseline.
   */
  public static double minMaxRatio(double[] baselines, double[] throughputs) {
    requireSameLength(baselines, throughputs);
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (int i = 0; i < baselines.length; i++) {
      if (baselines[i] > 0) {
        double ratio = throughputs[i] / baselines[i];
        least = Math.min(least, ratio);
        greatest = Math.max(greatest, ratio);
      }
    }
    return greatest == 0 ? 1 : least / greatest;
  }

  private static void requireSameLength(double[] baselines, double[] throughputs) {
    if (baselines.length != throughputs.length) {
      throw new IllegalArgumentException(
          baselines.length
              + " baselines but "
              + throughputs.length
              + " throughputs: one of each per tenant");
    }
  }
}
