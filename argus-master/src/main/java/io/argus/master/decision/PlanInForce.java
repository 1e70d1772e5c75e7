package io.argus.master.decision;

import io.argus.master.model.TenantModel;
import io.argus.master.planner.Allocation;
import io.argus.master.planner.Approach;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.Collections;
import java.util.List;

/**
 * The reservations in force with what the models say of them: where the search for better ones
 * begins, and what these are compared with.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class PlanInForce {
  /** A difference of value that is below the precision of the models: no unit moves for it. */
  private static final double NEGLIGIBLE = 0.002;

  private final List<TenantModel> models;
  private final PlanningProblem problem;
  private final ClusterReservations reservations;
  private final Borrowing borrowing;
  private final Shares effective;

  /**
   * @param problem of these models, by which reservations are compared
   */
  PlanInForce(List<TenantModel> models, PlanningProblem problem, ClusterReservations reservations) {
    this.models = models;
    this.problem = problem;
    this.reservations = reservations;
    this.borrowing = new Borrowing(models, problem);
    this.effective = borrowing.effective(reservations.shares(models, problem));
  }

  /**
   * Returns the reservations that the planner prefers, whatever the margin.
   *
   * @param sought the problem, perhaps with another objective
   */
  ClusterReservations best(PlanningProblem sought, long seed) {
    Allocation start = Allocation.nearest(sought, effective);
    Allocation best = new HillClimbing().solve(sought, Collections.singletonList(start), seed);
    Allocation nearest = Approach.of(sought, start, best, NEGLIGIBLE, seed);
    Shares wanted = nearest.refined(NEGLIGIBLE / 2);
    return ClusterReservations.of(models, sought, borrowing.guaranteed(wanted), reservations);
  }

  /** Compares other reservations with these. */
  Comparison with(ClusterReservations wanted) {
    Shares after = borrowing.effective(wanted.shares(models, problem));
    return new Comparison(models, problem, reservations, wanted, effective, after);
  }
}
