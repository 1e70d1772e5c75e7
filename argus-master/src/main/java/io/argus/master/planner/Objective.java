package io.argus.master.planner;

import io.argus.core.PlanExplanation.Score;

/**
 * The D-score of weighted violations, computed from running sums so that a neighbour costs O(1).
 *
 * <p>With u_i = w_i x v_i over the n tenants that count (equations 5.3 to 5.5 of the dissertation,
 * which has all weights 1):
 *
 * <pre>
 *   J = (sum u)^2 / (n x sum u^2), 1 when no v_i reaches {@link io.argus.core.Fairness#UNHURT_VIOLATION}
 *   E = 1 - sum u / sum w
 *   D = alpha x J + (1 - alpha) x E
 * </pre>
 *
 * J is greatest when all u_i are equal: a tenant of weight 2 suffers half the violation of one of
 * weight 1.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Objective {
  private final double alpha;
  private final int counted;
  private final double totalWeight;

  Objective(double alpha, int counted, double totalWeight) {
    this.alpha = alpha;
    this.counted = counted;
    this.totalWeight = totalWeight;
  }

  /**
   * D-score.
   *
   * @param sum sum of u
   * @param sumOfSquares sum of u^2
   * @param hurt how many tenants have v at or above the threshold
   */
  double dScore(double sum, double sumOfSquares, int hurt) {
    return alpha * jIndex(sum, sumOfSquares, hurt) + (1 - alpha) * efficiency(sum);
  }

  Score score(double sum, double sumOfSquares, int hurt) {
    return new Score(
        jIndex(sum, sumOfSquares, hurt), efficiency(sum), dScore(sum, sumOfSquares, hurt));
  }

  private double jIndex(double sum, double sumOfSquares, int hurt) {
    return hurt == 0 ? 1 : sum * sum / (counted * sumOfSquares);
  }

  private double efficiency(double sum) {
    return counted == 0 ? 1 : 1 - sum / totalWeight;
  }
}
