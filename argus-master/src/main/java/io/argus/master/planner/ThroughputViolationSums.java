package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;

/**
 * The running sums from which the value of a state is computed: those of the {@link Objective} over
 * the tenants that count, and what demand-limited tenants lack of their demand. A state in which
 * they lack more is never worth more.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class ThroughputViolationSums {
  /** More than any change of the objective could make up for. */
  private static final double LACK_COST = 100;

  private final Objective objective;
  private final double[] sums;
  private final double[] squares;
  private int hurt;
  private double lack;

  ThroughputViolationSums(Objective objective) {
    this.objective = objective;
    sums = new double[objective.levels()];
    squares = new double[objective.levels()];
  }

  /**
   * Replaces a tenant's throughput violation; before the first time it is 0.
   *
   * @param weight 0 for a demand-limited tenant
   */
  void replace(double weight, double before, double after) {
    if (weight == 0) {
      lack += lacks(after) - lacks(before);
      return;
    }
    if (before == after) {
      return;
    }
    for (int k = 0; k < sums.length; k++) {
      double old = objective.raised(k, weight, before);
      double now = objective.raised(k, weight, after);
      sums[k] += now - old;
      squares[k] = Math.max(0, squares[k] + now * now - old * old);
    }
    hurt += hurts(after) - hurts(before);
  }

  /** Adds a tenant that counts, with throughput violation 0. */
  void add(double weight) {
    for (int k = 0; k < sums.length; k++) {
      double u = objective.raised(k, weight, 0);
      sums[k] += u;
      squares[k] += u * u;
    }
  }

  private static double lacks(double throughputViolation) {
    return hurts(throughputViolation) * throughputViolation;
  }

  private static int hurts(double throughputViolation) {
    return throughputViolation >= Fairness.UNHURT_THROUGHPUT_VIOLATION ? 1 : 0;
  }

  double value() {
    return valueAfter(0, 0, 0, 0, 0, 0);
  }

  /** The value if two tenants had other throughput violations. */
  double valueAfter(
      double weightA,
      double beforeA,
      double afterA,
      double weightB,
      double beforeB,
      double afterB) {
    int hurtAfter =
        hurt
            + (weightA > 0 ? hurts(afterA) - hurts(beforeA) : 0)
            + (weightB > 0 ? hurts(afterB) - hurts(beforeB) : 0);
    double lackAfter =
        lack
            + (weightA > 0 ? 0 : lacks(afterA) - lacks(beforeA))
            + (weightB > 0 ? 0 : lacks(afterB) - lacks(beforeB));
    double best = Double.NEGATIVE_INFINITY;
    double sumAfter = 0;
    for (int k = sums.length - 1; k >= 0; k--) {
      double oldA = objective.raised(k, weightA, beforeA);
      double newA = objective.raised(k, weightA, afterA);
      double oldB = objective.raised(k, weightB, beforeB);
      double newB = objective.raised(k, weightB, afterB);
      sumAfter = sums[k] + newA - oldA + newB - oldB;
      double squaresAfter = squares[k] + newA * newA - oldA * oldA + newB * newB - oldB * oldB;
      best = Math.max(best, objective.dScore(k, sumAfter, Math.max(0, squaresAfter), hurtAfter));
    }
    return objective.value(best, sumAfter) - LACK_COST * lackAfter;
  }

  Score score() {
    int best = 0;
    for (int k = 1; k < sums.length; k++) {
      if (objective.dScore(k, sums[k], squares[k], hurt)
          > objective.dScore(best, sums[best], squares[best], hurt)) {
        best = k;
      }
    }
    return objective.score(best, sums[best], squares[best], hurt);
  }
}
