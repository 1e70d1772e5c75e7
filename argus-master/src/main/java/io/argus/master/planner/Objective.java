package io.argus.master.planner;

import io.argus.core.PlanExplanation.Score;

/**
 * What the planner maximises: the D-score of weighted violations with free disposal, from running
 * sums so that a neighbour costs O(1).
 *
 * <p>With u_i = w_i x v_i over the n tenants that count (equations 5.3 to 5.5 of the dissertation,
 * which has all weights 1):
 *
 * <pre>
 *   J(u)  = (sum u)^2 / (n x sum u^2), 1 when no v_i reaches {@link io.argus.core.Fairness#UNHURT_VIOLATION}
 *   E(u)  = 1 - sum u / sum w
 *   D(u)  = alpha x J(u) + (1 - alpha) x E(u)
 *   D*(u) = max over L of D(max(u_1, L), ..., max(u_n, L))
 *   maximised: D*(u) + 0.001 x E(u)
 * </pre>
 *
 * J is greatest when all u_i are equal: a tenant of weight 2 suffers half the violation of one of
 * weight 1.
 *
 * <p>Why D* and not D: D rises when the least hurt tenant is hurt on purpose, even if nobody gains
 * by it; v = (0, .19) has D = .70, (.19, .19) has .91 and (.5, .5) has .75. D* credits a state with
 * the best it could become by giving throughput away, so that giving it away never pays: a state in
 * which everybody has at least as much is never worth less (up to the steps of L, some .003). Where
 * nothing can be gained by hurting, D* is D. The last term prefers the state in which the
 * throughput is used.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Objective {
  private static final double USED = 1e-3;
  private static final double LEAST_LEVEL = 0.01;
  private static final double STEP = 1.25;

  private final double alpha;
  private final int counted;
  private final double totalWeight;
  private final double[] levels;

  /**
   * @param counted n, the tenants that count
   * @param greatestWeight of one of them
   */
  Objective(double alpha, int counted, double totalWeight, double greatestWeight) {
    this.alpha = alpha;
    this.counted = counted;
    this.totalWeight = totalWeight;
    int steps = 2 + (int) Math.floor(Math.log(1 / LEAST_LEVEL) / Math.log(STEP));
    levels = new double[steps];
    for (int k = 1; k < steps; k++) {
      levels[k] = greatestWeight * LEAST_LEVEL * Math.pow(STEP, k - 1);
    }
  }

  /** Steps of L, the first of which is 0. */
  int levels() {
    return levels.length;
  }

  /** A weighted violation raised to a level, but never above the weight, which is violation 1. */
  double raised(int level, double weight, double violation) {
    return Math.max(weight * violation, Math.min(weight, levels[level]));
  }

  /**
   * The value that is maximised.
   *
   * @param sums sum of u by level
   * @param squares sum of u^2 by level
   * @param hurt how many tenants have v at or above the threshold
   */
  double value(double[] sums, double[] squares, int hurt) {
    double best = dScore(sums[0], squares[0], hurt);
    for (int k = 1; k < levels.length; k++) {
      best = Math.max(best, dScore(sums[k], squares[k], counted));
    }
    return best + USED * efficiency(sums[0]);
  }

  /** J, E and D at the level at which D is greatest. */
  Score score(double[] sums, double[] squares, int hurt) {
    int best = 0;
    double bestScore = dScore(sums[0], squares[0], hurt);
    for (int k = 1; k < levels.length; k++) {
      double score = dScore(sums[k], squares[k], counted);
      if (score > bestScore) {
        bestScore = score;
        best = k;
      }
    }
    return new Score(
        jIndex(sums[best], squares[best], best == 0 ? hurt : counted),
        efficiency(sums[best]),
        bestScore);
  }

  private double dScore(double sum, double squares, int hurt) {
    return alpha * jIndex(sum, squares, hurt) + (1 - alpha) * efficiency(sum);
  }

  private double jIndex(double sum, double squares, int hurt) {
    return hurt == 0 ? 1 : sum * sum / (counted * squares);
  }

  private double efficiency(double sum) {
    return counted == 0 ? 1 : 1 - sum / totalWeight;
  }
}
