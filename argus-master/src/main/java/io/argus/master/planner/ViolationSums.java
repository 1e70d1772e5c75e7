package io.argus.master.planner;

import io.argus.core.Fairness;
import io.argus.core.PlanExplanation.Score;

/**
 * The running sums over the tenants that count from which the {@link Objective} is computed.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class ViolationSums {
  private final Objective objective;
  private final double[] sums;
  private final double[] squares;
  private int hurt;

  ViolationSums(Objective objective) {
    this.objective = objective;
    sums = new double[objective.levels()];
    squares = new double[objective.levels()];
  }

  void copyFrom(ViolationSums other) {
    System.arraycopy(other.sums, 0, sums, 0, sums.length);
    System.arraycopy(other.squares, 0, squares, 0, squares.length);
    hurt = other.hurt;
  }

  /** A tenant's violation goes from one value to another; 0 is that of a tenant not added yet. */
  void replace(double weight, double before, double after) {
    if (weight == 0 || before == after) {
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

  /** Adds a tenant that counts, with violation 0. */
  void add(double weight) {
    for (int k = 0; k < sums.length; k++) {
      double u = objective.raised(k, weight, 0);
      sums[k] += u;
      squares[k] += u * u;
    }
  }

  private static int hurts(double violation) {
    return violation >= Fairness.UNHURT_VIOLATION ? 1 : 0;
  }

  double value() {
    return objective.value(sums, squares, hurt);
  }

  Score score() {
    return objective.score(sums, squares, hurt);
  }
}
