package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;

/**
 * The running sums from which the value of a state is computed: those of the {@link Objective} over
 * the tenants that count, and what tenants lack of their floors: of their demand if they are
 * demand-limited, of their SLOs if they count. A state in which they lack more is never worth more.
 *
 * <p>A tenant has three figures: its throughput loss v_i, which is that on its bottleneck server,
 * the mean over its servers, and what it lacks. Of a demand-limited one only the last matters.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class ThroughputLossSums {
  /** More than any change of the objective could make up for. */
  private static final double LACK_COST = 100;

  private final Objective objective;
  private final double[] sums;
  private final double[] squares;
  private double means;
  private int hurt;
  private double lack;

  ThroughputLossSums(Objective objective) {
    this.objective = objective;
    sums = new double[objective.levels()];
    squares = new double[objective.levels()];
  }

  private static int hurts(double throughputLoss) {
    return throughputLoss >= Fairness.UNHURT_THROUGHPUT_LOSS ? 1 : 0;
  }

  /**
   * Adds a tenant.
   *
   * @param weight 0 for a demand-limited tenant
   */
  void add(double weight, double worst, double mean, double lacks) {
    for (int k = 0; k < sums.length && weight > 0; k++) {
      double u = objective.raised(k, weight, 0);
      sums[k] += u;
      squares[k] += u * u;
    }
    replace(weight, 0, worst, mean, lacks);
  }

  /**
   * Replaces a tenant's figures.
   *
   * @param meanChange of the mean
   * @param lackChange of what it lacks
   */
  void replace(
      double weight, double worstBefore, double worst, double meanChange, double lackChange) {
    lack += lackChange;
    means += weight * meanChange;
    if (weight == 0 || worstBefore == worst) {
      return;
    }
    for (int k = 0; k < sums.length; k++) {
      double old = objective.raised(k, weight, worstBefore);
      double now = objective.raised(k, weight, worst);
      sums[k] += now - old;
      squares[k] = Math.max(0, squares[k] + now * now - old * old);
    }
    hurt += hurts(worst) - hurts(worstBefore);
  }

  double value() {
    return valueAfter(0, 0, 0, 0, 0, 0, 0, 0);
  }

  /**
   * The value if two tenants had other throughput losses.
   *
   * @param meansChange of those that count, times the weight
   * @param lackChange of what they lack
   */
  double valueAfter(
      double weightA,
      double beforeA,
      double afterA,
      double weightB,
      double beforeB,
      double afterB,
      double meansChange,
      double lackChange) {
    int hurtAfter =
        hurt
            + (weightA > 0 ? hurts(afterA) - hurts(beforeA) : 0)
            + (weightB > 0 ? hurts(afterB) - hurts(beforeB) : 0);
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
    return objective.value(best, sumAfter, means + meansChange) - LACK_COST * (lack + lackChange);
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
