package io.argus.master.planner;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The oracle for small problems: the greatest value of all states in which demand-limited tenants
 * get what they ask for. It is computed from the definitions and shares no code with the planner.
 *
 * <p>Branch and bound over the tenants: a branch ends if even J = 1 and the least throughput losses
 * that the remaining units allow would not beat the best state so far. With 20 units, 2 tenants
 * have 361 states, 3 have 29,241 and 4 have 938,961.
 *
 * <p>With several servers, a state is worth no more than another one in which no tenant has a
 * greater throughput loss. So of the states of each server only those count that no other
 * dominates. They are joined server by server: a tenant's throughput loss is the greater one. This
 * holds with free disposal only. 3 tenants in 12 units on 3 servers have 2.8e10 states, of which
 * some hundreds are left on each server.
 *
 * <p>Not safe for use by several threads.
 */
public final class ExactOptimum {
  /** As in {@link Objective}: of equal states, prefers the one that uses the throughput. */
  private static final double USED = 1e-3;

  private final PlanningProblem problem;
  private final double alpha;
  private final int n;
  private final double[][][] throughputLosses;
  private final double[] entitlements;
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
    this.entitlements = new double[n];
    for (int i = 0; i < n; i++) {
      entitlements[i] = problem.entitlement(i);
      counted += counts(i);
    }
    int servers = problem.servers().size();
    throughputLosses = servers == 1 ? table(problem, 0) : new double[0][0][0];
  }

  private int counts(int i) {
    return entitlements[i] > 0 ? 1 : 0;
  }

  /** Throughput losses by position on the server, units of cache and units of HDFS. */
  private static double[][][] table(PlanningProblem problem, int server) {
    int pieces = problem.pieces(server);
    int[] pairs = problem.on(server);
    double[][][] table = new double[pairs.length][pieces + 1][pieces + 1];
    for (int k = 0; k < pairs.length; k++) {
      for (int c = 1; c <= pieces; c++) {
        for (int h = 1; h <= pieces; h++) {
          table[k][c][h] =
              problem.part(pairs[k]).throughputLoss((double) c / pieces, (double) h / pieces);
        }
      }
    }
    return table;
  }

  /** The greatest value of the objective with free disposal. */
  public double value() {
    return problem.servers().size() == 1 ? search(false) : valueOfServers();
  }

  private double valueOfServers() {
    List<double[]> joined = Collections.singletonList(new double[n]);
    for (int s = 0; s < problem.servers().size(); s++) {
      List<double[]> there = new ArrayList<>();
      int pieces = problem.pieces(s);
      spread(s, table(problem, s), 0, pieces, pieces, new double[n], there);
      List<double[]> both = new ArrayList<>();
      for (double[] one : joined) {
        for (double[] other : there) {
          double[] worst = new double[n];
          for (int i = 0; i < n; i++) {
            worst[i] = Math.max(one[i], other[i]);
          }
          addUnlessDominated(both, worst);
        }
      }
      joined = both;
    }
    plain = false;
    best = Double.NEGATIVE_INFINITY;
    for (double[] each : joined) {
      System.arraycopy(each, 0, state, 0, n);
      settle(0, each[0]);
    }
    return best;
  }

  /** Adds the undominated states of one server, the tenants from one position on being open. */
  private void spread(
      int server,
      double[][][] table,
      int k,
      int cacheLeft,
      int hdfsLeft,
      double[] open,
      List<double[]> found) {
    int others = table.length - 1 - k;
    int i = problem.tenant(problem.on(server)[k]);
    if (others == 0) {
      open[i] = table[k][cacheLeft][hdfsLeft];
      if (counts(i) > 0 || open[i] < Fairness.UNHURT_THROUGHPUT_LOSS) {
        addUnlessDominated(found, open.clone());
      }
      return;
    }
    for (int c = cacheLeft - others; c >= 1; c--) {
      for (int h = hdfsLeft - others; h >= 1; h--) {
        open[i] = table[k][c][h];
        if (counts(i) == 0 && open[i] >= Fairness.UNHURT_THROUGHPUT_LOSS) {
          break;
        }
        spread(server, table, k + 1, cacheLeft - c, hdfsLeft - h, open, found);
      }
    }
  }

  private static void addUnlessDominated(List<double[]> kept, double[] state) {
    for (double[] each : kept) {
      if (dominates(each, state)) {
        return;
      }
    }
    kept.removeIf(each -> dominates(state, each));
    kept.add(state);
  }

  private static boolean dominates(double[] one, double[] other) {
    for (int i = 0; i < one.length; i++) {
      if (one[i] > other[i]) {
        return false;
      }
    }
    return true;
  }

  /** The greatest D-score of a cluster of one server. */
  public double dScore() {
    return search(true);
  }

  /** Efficiency of the best state of the last search. */
  public double efficiency() {
    return bestEfficiency;
  }

  /** D-score of an allocation to one server. */
  public double dScore(Allocation allocation) {
    take(allocation);
    return dScore(0);
  }

  /** Efficiency of an allocation to one server. */
  public double efficiency(Allocation allocation) {
    take(allocation);
    return efficiencyOfState();
  }

  private void take(Allocation allocation) {
    for (int i = 0; i < n; i++) {
      state[i] =
          throughputLosses[i][allocation.units(Resource.CACHE, i)][
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
   * @param sum of the throughput losses of the tenants before that count
   */
  private void place(int i, int cacheLeft, int hdfsLeft, double sum) {
    int others = n - 1 - i;
    if (others == 0) {
      settle(i, throughputLosses[i][cacheLeft][hdfsLeft]);
      return;
    }
    for (int c = cacheLeft - others; c >= 1; c--) {
      for (int h = hdfsLeft - others; h >= 1; h--) {
        double v = throughputLosses[i][c][h];
        if (counts(i) == 0 && v >= Fairness.UNHURT_THROUGHPUT_LOSS) {
          break;
        }
        state[i] = v;
        double now = sum + counts(i) * v;
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
      sum += counts(j) * throughputLosses[j][cacheLeft - others][hdfsLeft - others];
    }
    return sum;
  }

  private double bound(double leastSum) {
    double efficiency = counted == 0 ? 1 : 1 - leastSum / counted;
    return alpha + (1 - alpha + (plain ? 0 : USED)) * efficiency;
  }

  private void settle(int last, double throughputLoss) {
    if (counts(last) == 0 && throughputLoss >= Fairness.UNHURT_THROUGHPUT_LOSS) {
      return;
    }
    state[last] = throughputLoss;
    double efficiency = efficiencyOfState();
    double value = dScore(0);
    if (!plain) {
      for (int i = 0; i < n; i++) {
        // D with free disposal: tries each tenant's shortfall and half of it as level.
        value = Math.max(value, dScore(shortfall(i)));
        value = Math.max(value, dScore(shortfall(i) / 2));
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
      sum += counts(i) * state[i];
    }
    return counted == 0 ? 1 : 1 - sum / counted;
  }

  private double shortfall(int i) {
    return counts(i) == 0 ? 0 : Math.max(0, 1 - (1 - state[i]) / entitlements[i]);
  }

  /** D of the state in which tenants that fall short less than a level give throughput away. */
  private double dScore(double level) {
    double shortfalls = 0;
    double squares = 0;
    double losses = 0;
    double worst = level;
    for (int i = 0; i < n; i++) {
      if (counts(i) > 0) {
        double u = Math.max(shortfall(i), level);
        worst = Math.max(worst, u);
        shortfalls += u;
        squares += u * u;
        losses += shortfall(i) < level ? 1 - entitlements[i] * (1 - level) : state[i];
      }
    }
    double j =
        worst < Fairness.UNHURT_THROUGHPUT_LOSS ? 1 : shortfalls * shortfalls / (counted * squares);
    return alpha * j + (1 - alpha) * (counted == 0 ? 1 : 1 - losses / counted);
  }
}
