package io.argus.rivals.shares;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.optim.MaxIter;
import org.apache.commons.math3.optim.linear.LinearConstraint;
import org.apache.commons.math3.optim.linear.LinearConstraintSet;
import org.apache.commons.math3.optim.linear.LinearObjectiveFunction;
import org.apache.commons.math3.optim.linear.NonNegativeConstraint;
import org.apache.commons.math3.optim.linear.Relationship;
import org.apache.commons.math3.optim.linear.SimplexSolver;
import org.apache.commons.math3.optim.nonlinear.scalar.GoalType;

/**
 * The dissertation's linear program for refills (equation 4.5), solved on each server for itself:
 * the credits x_i of the next period go to those who moved the fewest bytes b_i by their weight w_i
 * in the last one. It maximises u with b_i + x_i &gt;= u w_i, the sum of x_i = M, x_i &gt;= 0.
 *
 * <p>A credit is a byte (m_i = 1), M is what HDFS sustains in a period. The program has no cache;
 * its shares are by weight.
 */
public final class RefillShares implements SharePolicy {

  @Override
  public Map<String, Map<String, Shares>> shares(ClusterDemand demand) {
    Map<String, Map<String, Shares>> shares = new TreeMap<>();
    demand
        .capacities()
        .forEach(
            (server, capacity) ->
                shares.put(server, local(demand, server, capacity.hdfsBytesPerSecond())));
    return shares;
  }

  private static Map<String, Shares> local(ClusterDemand demand, String server, double credits) {
    List<String> tenants = new ArrayList<>(demand.weights().keySet());
    double[] moved = new double[tenants.size()];
    double[] weights = new double[tenants.size()];
    double sum = 0;
    for (int i = 0; i < moved.length; i++) {
      moved[i] = demand.of(tenants.get(i), server).hdfsBytesPerSecond();
      weights[i] = demand.weightShare(tenants.get(i));
      sum += moved[i];
    }
    double unit = credits > 0 ? credits : sum;
    for (int i = 0; i < moved.length; i++) {
      moved[i] = unit > 0 ? moved[i] / unit : 0;
    }
    double[] refill = refill(moved, weights);
    Map<String, Double> amounts = new HashMap<>();
    for (int i = 0; i < refill.length; i++) {
      amounts.put(tenants.get(i), Math.max(0, refill[i]));
    }
    Map<String, Shares> local = new TreeMap<>();
    demand
        .parts(amounts)
        .forEach((tenant, x) -> local.put(tenant, new Shares(demand.weightShare(tenant), x)));
    return local;
  }

  /**
   * Solves the program with M = 1.
   *
   * @param moved b_i, in units of M
   * @param weights w_i, which sum to 1
   * @return x_i
   */
  static double[] refill(double[] moved, double[] weights) {
    int n = moved.length;
    List<LinearConstraint> constraints = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      double[] row = new double[n + 1];
      row[i] = 1;
      row[n] = -weights[i];
      constraints.add(new LinearConstraint(row, Relationship.GEQ, -moved[i]));
    }
    double[] all = new double[n + 1];
    Arrays.fill(all, 0, n, 1);
    constraints.add(new LinearConstraint(all, Relationship.EQ, 1));
    double[] u = new double[n + 1];
    u[n] = 1;
    double[] found =
        new SimplexSolver()
            .optimize(
                new MaxIter(100 + 20 * n),
                new LinearObjectiveFunction(u, 0),
                new LinearConstraintSet(constraints),
                GoalType.MAXIMIZE,
                new NonNegativeConstraint(true))
            .getPoint();
    return Arrays.copyOf(found, n);
  }
}
