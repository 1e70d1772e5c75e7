package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;

/**
 * The running sums from which the value of a state is computed: those of the {@link Objective} over
 * the tenants that count, and what tenants lack of their floors: of their demand if they are
 * demand-limited, of their SLOs if they count. A state in which they lack more is never worth more.
 *
 * <p>A tenant has three figures: its throughput loss v_i, which is that on its bottleneck server,
 * the mean over its servers, and what it lacks. Of a demand-limited one only the last matters; its
 * entitlement is 0.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class ThroughputLossSums {
  /** More than any change of the objective could make up for. */
  private static final double LACK_COST = 100;

  private final Objective objective;

  // By step of L.
  private final double[] shortfalls = new double[Objective.steps()];
  private final double[] squares = new double[Objective.steps()];
  private final double[] losses = new double[Objective.steps()];

  private double means;
  private int hurt;
  private double lack;

  ThroughputLossSums(Objective objective) {
    this.objective = objective;
  }

  private static int hurts(double shortfall) {
    return shortfall >= Fairness.UNHURT_THROUGHPUT_LOSS ? 1 : 0;
  }

  /** 0 for a tenant that does not count. */
  private static double shortfall(double entitlement, double loss) {
    return entitlement > 0 ? Fairness.shortfall(entitlement, loss) : 0;
  }

  /**
   * Adds a tenant.
   *
   * @param entitlement 0 for a demand-limited tenant
   */
  void add(double entitlement, double worst, double mean, double lacks) {
    for (int k = 0; k < losses.length && entitlement > 0; k++) {
      double u = Objective.raised(k, 0);
      shortfalls[k] += u;
      squares[k] += u * u;
      losses[k] += Objective.raisedLoss(k, entitlement, 0, 0);
    }
    replace(entitlement, 0, worst, mean, lacks);
  }

  /**
   * Replaces a tenant's figures.
   *
   * @param meanChange of the mean
   * @param lackChange of what it lacks
   */
  void replace(
      double entitlement, double worstBefore, double worst, double meanChange, double lackChange) {
    lack += lackChange;
    if (entitlement == 0) {
      return;
    }
    means += meanChange;
    if (worstBefore == worst) {
      return;
    }
    double before = shortfall(entitlement, worstBefore);
    double after = shortfall(entitlement, worst);
    for (int k = 0; k < losses.length; k++) {
      double old = Objective.raised(k, before);
      double now = Objective.raised(k, after);
      shortfalls[k] += now - old;
      squares[k] = Math.max(0, squares[k] + now * now - old * old);
      losses[k] += lossChange(k, entitlement, before, worstBefore, after, worst);
    }
    hurt += hurts(after) - hurts(before);
  }

  private static double lossChange(
      int step, double entitlement, double uBefore, double vBefore, double uAfter, double vAfter) {
    return Objective.raisedLoss(step, entitlement, uAfter, vAfter)
        - Objective.raisedLoss(step, entitlement, uBefore, vBefore);
  }

  double value() {
    return valueAfter(0, 0, 0, 0, 0, 0, 0, 0);
  }

  /**
   * The value if two tenants, A and B, had other throughput losses.
   *
   * @param meansChange of those that count
   * @param lackChange of what they lack
   */
  double valueAfter(
      double entitlementA,
      double beforeA,
      double afterA,
      double entitlementB,
      double beforeB,
      double afterB,
      double meansChange,
      double lackChange) {
    double uBeforeA = shortfall(entitlementA, beforeA);
    double uAfterA = shortfall(entitlementA, afterA);
    double uBeforeB = shortfall(entitlementB, beforeB);
    double uAfterB = shortfall(entitlementB, afterB);
    int hurtAfter = hurt + hurts(uAfterA) - hurts(uBeforeA) + hurts(uAfterB) - hurts(uBeforeB);
    double best = Double.NEGATIVE_INFINITY;
    double lossesAfter = 0;
    for (int k = losses.length - 1; k >= 0; k--) {
      double oldA = Objective.raised(k, uBeforeA);
      double newA = Objective.raised(k, uAfterA);
      double oldB = Objective.raised(k, uBeforeB);
      double newB = Objective.raised(k, uAfterB);
      double shortfallsAfter = shortfalls[k] + newA - oldA + newB - oldB;
      double squaresAfter = squares[k] + newA * newA - oldA * oldA + newB * newB - oldB * oldB;
      lossesAfter = losses[k];
      if (entitlementA > 0) {
        lossesAfter += lossChange(k, entitlementA, uBeforeA, beforeA, uAfterA, afterA);
      }
      if (entitlementB > 0) {
        lossesAfter += lossChange(k, entitlementB, uBeforeB, beforeB, uAfterB, afterB);
      }
      best =
          Math.max(
              best,
              objective.dScore(
                  k, shortfallsAfter, Math.max(0, squaresAfter), lossesAfter, hurtAfter));
    }
    return objective.value(best, lossesAfter, means + meansChange)
        - LACK_COST * (lack + lackChange);
  }

  Score score() {
    int best = 0;
    for (int k = 1; k < losses.length; k++) {
      if (dScore(k) > dScore(best)) {
        best = k;
      }
    }
    return objective.score(best, shortfalls[best], squares[best], losses[best], hurt);
  }

  private double dScore(int step) {
    return objective.dScore(step, shortfalls[step], squares[step], losses[step], hurt);
  }
}
