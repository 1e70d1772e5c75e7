package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;

/**
 * What the planner maximises: the D-score of weighted throughput losses with free disposal, from
 * running sums so that a neighbour costs O(1).
 *
 * <p>With u_i = w_i x v_i over the n tenants that count (equations 5.3 to 5.5 of the dissertation,
 * which has all weights 1):
 *
 * <pre>
 *   J(u)  = (sum u)^2 / (n x sum u^2), 1 when no v_i reaches {@link Fairness#UNHURT_THROUGHPUT_LOSS}
 *   E(u)  = 1 - sum u / sum w
 *   D(u)  = alpha x J(u) + (1 - alpha) x E(u)
 *   F(u)  = max over L of D(max(u_1, L), ..., max(u_n, L))
 *   maximised: F(u) + 0.0009 x E(u) + 0.0001 x E(m)
 * </pre>
 *
 * J is greatest when all u_i are equal: a tenant of weight 2 then has half the throughput loss of
 * one of weight 1.
 *
 * <p>F is D with free disposal. Plain D rises if the least hurt tenant is hurt on purpose, even if
 * nobody gains by it: v = (0, 0.19) has D = 0.70, (0.19, 0.19) has 0.91 and (0.5, 0.5) has 0.75. F
 * values a state by the best D that it could reach by giving throughput away, so that giving it
 * away never pays: a state in which everybody has at least as much is never worth less (up to the
 * steps of L, about 0.005). If hurting gains nothing, F is D. The last terms prefer the state that
 * uses the throughput.
 *
 * <p>m_i is w_i times the mean of the tenant's throughput losses over its servers, weighted by its
 * demand there; on one server it is u_i. Where two servers limit a tenant alike, help on one of
 * them leaves D as it is, and only this term shows that it is half of the way.
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

  private final double alpha;
  private final int counted;
  private final double totalWeight;
  private final double[] levels;

  /**
   * @param counted n, the number of tenants that count
   * @param greatestWeight of these tenants
   */
  Objective(double alpha, int counted, double totalWeight, double greatestWeight) {
    this.alpha = alpha;
    this.counted = counted;
    this.totalWeight = totalWeight;
    levels = new double[2 + (int) Math.floor(Math.log(1 / MIN_LEVEL) / Math.log(STEP))];
    for (int k = 1; k < levels.length; k++) {
      levels[k] = greatestWeight * MIN_LEVEL * Math.pow(STEP, k - 1);
    }
  }

  /** The number of steps of L; the first step is 0. */
  int levels() {
    return levels.length;
  }

  /**
   * A weighted throughput loss raised to a level, but at most to the weight, which is throughput
   * loss 1.
   */
  double raised(int level, double weight, double throughputLoss) {
    return Math.max(weight * throughputLoss, Math.min(weight, levels[level]));
  }

  /**
   * D at a level of L.
   *
   * @param sum sum of u raised to the level
   * @param squares sum of the squares of u raised to the level
   * @param hurt number of tenants with v at or above the threshold
   */
  double dScore(int level, double sum, double squares, int hurt) {
    return Fairness.dScore(alpha, jIndex(level, sum, squares, hurt), efficiency(sum));
  }

  /**
   * The value that is maximised.
   *
   * @param best D at the level at which it is greatest
   * @param sum sum of u
   * @param means sum of m
   */
  double value(double best, double sum, double means) {
    return best + (USED - LOCAL) * efficiency(sum) + LOCAL * efficiency(means);
  }

  /** J, E and D at a level of L. */
  Score score(int level, double sum, double squares, int hurt) {
    return new Score(
        jIndex(level, sum, squares, hurt), efficiency(sum), dScore(level, sum, squares, hurt));
  }

  private double jIndex(int level, double sum, double squares, int hurt) {
    boolean unhurt = level == 0 ? hurt == 0 : counted == 0;
    return unhurt ? 1 : Fairness.jIndex(counted, sum, squares);
  }

  private double efficiency(double sum) {
    return Fairness.efficiency(sum, totalWeight);
  }
}
