package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;

/**
 * What the planner maximises: the D-score of tenants with weights, with free disposal, from running
 * sums so that a neighbour costs O(1).
 *
 * <p>Over the n tenants that count, with v_i the throughput loss and s_i the entitlement, which is
 * the weight over the greatest weight (equations 5.3 to 5.5 of the dissertation, which has all
 * weights 1, and equation 4.5):
 *
 * <pre>
 *   u_i   = max(0, 1 - (1 - v_i) / s_i)
 *   J(u)  = (sum u)^2 / (n x sum u^2), 1 when no u_i reaches {@link Fairness#UNHURT_THROUGHPUT_LOSS}
 *   E(v)  = 1 - sum v / n
 *   D     = alpha x J(u) + (1 - alpha) x E(v)
 *   D_L   = D with every u_i below L raised to L, and its v_i to 1 - s_i x (1 - L)
 *   F     = max over L of D_L
 *   maximised: F + 0.0009 x E(v) + 0.0001 x E(m)
 * </pre>
 *
 * J is greatest when what tenants keep of their isolated throughputs is in proportion to their
 * weights. E has no weights: with them, it would pay to take from a tenant of small weight more
 * than the proportion.
 *
 * <p>F is D with free disposal. Plain D rises if the least hurt tenant is hurt on purpose, even if
 * nobody gains by it: v = (0, 0.19) has D = 0.70, (0.19, 0.19) has 0.91 and (0.5, 0.5) has 0.75. F
 * values a state by the best D that it could reach by giving throughput away, so that giving it
 * away never pays: a state in which everybody has at least as much is never worth less (up to the
 * steps of L, about 0.005). If hurting gains nothing, F is D. The last terms prefer the state that
 * uses the throughput.
 *
 * <p>m_i is the mean of the tenant's throughput losses over its servers, weighted by its demand
 * there; on one server it is v_i. Where two servers limit a tenant alike, help on one of them
 * leaves D as it is, and only this term shows that it is half of the way.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Objective {
  /** Weight of all that is small. */
  static final double USED = 1e-3;

  /** The part of it that counts each server. */
  static final double LOCAL = 1e-4;

  private static final double MIN_LEVEL = 0.01;
  private static final double STEP = 1.35;

  private static final double[] LEVELS = levels();

  private final double alpha;
  private final int counted;

  /**
   * @param counted n, the number of tenants that count
   */
  Objective(double alpha, int counted) {
    this.alpha = alpha;
    this.counted = counted;
  }

  private static double[] levels() {
    double[] levels = new double[2 + (int) Math.floor(Math.log(1 / MIN_LEVEL) / Math.log(STEP))];
    for (int k = 1; k < levels.length; k++) {
      levels[k] = MIN_LEVEL * Math.pow(STEP, k - 1);
    }
    return levels;
  }

  /** The number of steps of L; the first step is 0. */
  static int steps() {
    return LEVELS.length;
  }

  /** A shortfall u raised to L. */
  static double raised(int step, double shortfall) {
    return Math.max(shortfall, LEVELS[step]);
  }

  /** The throughput loss v that goes with it. */
  static double raisedLoss(int step, double entitlement, double shortfall, double loss) {
    return shortfall < LEVELS[step] ? 1 - entitlement * (1 - LEVELS[step]) : loss;
  }

  /**
   * D at a step of L.
   *
   * @param shortfalls sum of u raised to L
   * @param squares sum of the squares of u raised to L
   * @param losses sum of the v that go with it
   * @param hurt number of tenants with u at or above the threshold
   */
  double dScore(int step, double shortfalls, double squares, double losses, int hurt) {
    return Fairness.dScore(
        alpha, jIndex(step, shortfalls, squares, hurt), Fairness.efficiency(counted, losses));
  }

  /**
   * The value that is maximised.
   *
   * @param best D at the step at which it is greatest
   * @param losses sum of v
   * @param means sum of m
   */
  double value(double best, double losses, double means) {
    return best
        + (USED - LOCAL) * Fairness.efficiency(counted, losses)
        + LOCAL * Fairness.efficiency(counted, means);
  }

  /** J, E and D at a step of L. */
  Score score(int step, double shortfalls, double squares, double losses, int hurt) {
    return new Score(
        jIndex(step, shortfalls, squares, hurt),
        Fairness.efficiency(counted, losses),
        dScore(step, shortfalls, squares, losses, hurt));
  }

  private double jIndex(int step, double shortfalls, double squares, int hurt) {
    boolean unhurt = step == 0 ? hurt == 0 : counted == 0;
    return unhurt ? 1 : Fairness.jIndex(counted, shortfalls, squares);
  }
}
