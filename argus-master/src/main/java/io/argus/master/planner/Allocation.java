package io.argus.master.planner;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A division of the units of both resources among the tenants of a problem, with its predicted
 * score.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Allocation {
  private final PlanningProblem problem;
  private final Units units;
  private final double value;

  private Allocation(PlanningProblem problem, Units units, State state) {
    this.problem = problem;
    this.units = units;
    this.value = state.value();
  }

  static Allocation of(PlanningProblem problem, Units units) {
    return new Allocation(problem, units.copy(), new State(problem, units));
  }

  /** Equal shares, as far as the units can be divided evenly. */
  public static Allocation equal(PlanningProblem problem) {
    return of(problem, Units.equal(problem.size(), problem.pieces()));
  }

  /**
   * Returns the allocation nearest to given reservations, at least one unit each. A tenant without
   * a reservation counts as one with no shares.
   */
  public static Allocation nearest(
      PlanningProblem problem, Map<TenantId, Reservation> reservations) {
    double[] cache = new double[problem.size()];
    double[] hdfs = new double[problem.size()];
    for (int i = 0; i < cache.length; i++) {
      Reservation reservation = reservations.get(problem.contenders.get(i).tenant);
      cache[i] = reservation == null ? 0 : reservation.cacheShare();
      hdfs[i] = reservation == null ? 0 : reservation.hdfsShare();
    }
    return of(problem, Units.nearest(cache, hdfs, problem.pieces()));
  }

  Units units() {
    return units.copy();
  }

  /** The value that the planner maximises. */
  public double value() {
    return value;
  }

  /** The units of a tenant, given by its position in the problem. */
  public int units(Resource resource, int tenant) {
    return units.of(resource, tenant);
  }

  /** The shares, which sum to 1 for each resource. */
  public List<Reservation> reservations() {
    List<Reservation> reservations = new ArrayList<>();
    for (int i = 0; i < problem.size(); i++) {
      reservations.add(
          Reservation.of(
              problem.contenders.get(i).tenant,
              problem.contenders.get(i).weight,
              units.share(Resource.CACHE, i),
              units.share(Resource.HDFS, i)));
    }
    return reservations;
  }
}
