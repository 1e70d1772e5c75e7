package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.Resource;
import io.argus.master.planner.PlanningProblem.Contender;

/**
 * The oracle for small problems: the greatest value of all states in which demand-limited tenants
 * get what they ask for. It is computed from the definitions and shares no code with the planner.
 *
 * <p>Branch and bound over the tenants: a branch ends if even J = 1 and the least throughput
 * violations that the remaining units allow would not beat the best state so far. With 20 units, 2
 * tenants have 361 states, 3 have 29,241 and 4 have 938,961.
 *
 * <p>Not safe for use by several threads.
 */
public final class ExactOptimum {
  /** As in {@link Objective}: of equal states, prefers the one that uses the throughput. */
  private static final double USED = 1e-3;

  private final PlanningProblem problem;
  private final double alpha;
  private final int n;
  private final double[][][] throughputViolations;
  private final double[] weights;
  private double totalWeight;
  private int counted;

  private final double[] state;
  private boolean plain;
  private double best;
  private double bestEfficiency;

  /** Tabulates the problem's functions. */
  public ExactOptimum(PlanningProblem problem) {
    this.problem = problem;
    this.alpha = problem.alpha;
    this.n = problem.size();
    this.state = new double[n];
    this.weights = new double[n];
    int pieces = problem.pieces();
    throughputViolations = new double[n][pieces + 1][pieces + 1];
    for (int i = 0; i < n; i++) {
      Contender contender = problem.contenders.get(i);
      weights[i] = contender.counted ? contender.weight : 0;
      totalWeight += weights[i];
      counted += contender.counted ? 1 : 0;
      for (int c = 1; c <= pieces; c++) {
        for (int h = 1; h <= pieces; h++) {
          throughputViolations[i][c][h] =
              contender.throughputViolation((double) c / pieces, (double) h / pieces);
        }
      }
    }
  }

  /** The greatest value of the objective with free disposal. */
  public double value() {
    return search(false);
  }

  /** The greatest D-score. */
  public double dScore() {
    return search(true);
  }

  /** Efficiency of the best state of the last search. */
  public double efficiency() {
    return bestEfficiency;
  }

  /** D-score of an allocation. */
  public double dScore(Allocation allocation) {
    take(allocation);
    return dScore(0);
  }

  /** Efficiency of an allocation. */
  public double efficiency(Allocation allocation) {
    take(allocation);
    return efficiencyOfState();
  }

  private void take(Allocation allocation) {
    for (int i = 0; i < n; i++) {
      state[i] =
          throughputViolations[i][allocation.units(Resource.CACHE, i)][
              allocation.units(Resource.HDFS, i)];
    }
  }

  private double search(boolean ofPlain) {
    plain = ofPlain;
    best = Double.NEGATIVE_INFINITY;
    place(0, problem.pieces(), problem.pieces(), 0);
    return best;
  }

  /**
   * Tries all shares of tenant i and of those after it.
   *
   * @param cacheLeft units of cache for these tenants
   * @param sum of the weighted throughput violations of the tenants before
   */
  private void place(int i, int cacheLeft, int hdfsLeft, double sum) {
    int others = n - 1 - i;
    if (others == 0) {
      settle(i, throughputViolations[i][cacheLeft][hdfsLeft]);
      return;
    }
    for (int c = cacheLeft - others; c >= 1; c--) {
      for (int h = hdfsLeft - others; h >= 1; h--) {
        double v = throughputViolations[i][c][h];
        if (weights[i] == 0 && v >= Fairness.UNHURT_THROUGHPUT_VIOLATION) {
          break;
        }
        state[i] = v;
        double now = sum + weights[i] * v;
        if (bound(now + least(i + 1, cacheLeft - c, hdfsLeft - h)) > best) {
          place(i + 1, cacheLeft - c, hdfsLeft - h, now);
        }
      }
    }
  }

  private double least(int from, int cacheLeft, int hdfsLeft) {
    int others = n - 1 - from;
    double sum = 0;
    for (int j = from; j < n; j++) {
      sum += weights[j] * throughputViolations[j][cacheLeft - others][hdfsLeft - others];
    }
    return sum;
  }

  private double bound(double leastSum) {
    double efficiency = counted == 0 ? 1 : 1 - leastSum / totalWeight;
    return alpha + (1 - alpha + (plain ? 0 : USED)) * efficiency;
  }

  private void settle(int last, double throughputViolation) {
    if (weights[last] == 0 && throughputViolation >= Fairness.UNHURT_THROUGHPUT_VIOLATION) {
      return;
    }
    state[last] = throughputViolation;
    double efficiency = efficiencyOfState();
    double value = dScore(0);
    if (!plain) {
      for (int i = 0; i < n; i++) {
        // D with free disposal: tries each tenant's throughput violation and half of it as level.
        value = Math.max(value, dScore(weights[i] * state[i]));
        value = Math.max(value, dScore(weights[i] * state[i] / 2));
      }
      value += USED * efficiency;
    }
    if (value > best) {
      best = value;
      bestEfficiency = efficiency;
    }
  }

  private double efficiencyOfState() {
    double sum = 0;
    for (int i = 0; i < n; i++) {
      sum += weights[i] * state[i];
    }
    return counted == 0 ? 1 : 1 - sum / totalWeight;
  }

  /**
   * D of the state with each weighted throughput violation raised to a level, but at most to the
   * weight.
   */
  private double dScore(double level) {
    double sum = 0;
    double squares = 0;
    double worst = level;
    for (int i = 0; i < n; i++) {
      if (weights[i] > 0) {
        double u = Math.max(weights[i] * state[i], Math.min(weights[i], level));
        worst = Math.max(worst, state[i]);
        sum += u;
        squares += u * u;
      }
    }
    double j = worst < Fairness.UNHURT_THROUGHPUT_VIOLATION ? 1 : sum * sum / (counted * squares);
    return alpha * j + (1 - alpha) * (counted == 0 ? 1 : 1 - sum / totalWeight);
  }
}
