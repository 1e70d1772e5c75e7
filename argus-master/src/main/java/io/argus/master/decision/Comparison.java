package io.argus.master.decision;

import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reservations that might take the place of the present ones, and what the same model predicts of
 * both, with the shares that tenants have in effect.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Comparison {
  /** Rise of the D-score that shows in three decimals. */
  private static final double NOTEWORTHY = 0.001;

  private final List<TenantModel> models;
  private final PlanningProblem problem;
  private final Map<TenantId, Reservation> claims;
  private final List<Reservation> wanted;
  private final Map<TenantId, Reservation> before;
  private final Map<TenantId, Reservation> after;

  /**
   * @param claims reservations in force
   * @param wanted reservations that might take their place, one per model
   */
  Comparison(
      List<TenantModel> models,
      PlanningProblem problem,
      Map<TenantId, Reservation> claims,
      List<Reservation> wanted) {
    this.models = models;
    this.problem = problem;
    this.claims = claims;
    this.wanted = wanted;
    this.before = Borrowing.effective(models, claims);
    this.after = Borrowing.effective(models, byTenant(wanted));
  }

  private static Map<TenantId, Reservation> byTenant(Collection<Reservation> reservations) {
    Map<TenantId, Reservation> byTenant = new HashMap<>();
    reservations.forEach(r -> byTenant.put(r.tenant(), r));
    return byTenant;
  }

  /** The shares in effect under the present reservations. */
  Map<TenantId, Reservation> effectiveBefore() {
    return before;
  }

  /** The shares in effect under the wanted reservations. */
  Map<TenantId, Reservation> effectiveAfter() {
    return after;
  }

  List<Reservation> wanted() {
    return wanted;
  }

  /** By how much the value that is maximised would rise; 0 if somebody lost and nobody gained. */
  double gain() {
    return PlanDifference.onlyTakes(models, before, after)
        ? 0
        : problem.value(after) - problem.value(before);
  }

  /**
   * Says which of D-score and J-index rises, the first if both do; if neither does, the gain is of
   * tenants that do not count in them.
   */
  PlanExplanation rise() {
    Score now = problem.score(before);
    Score then = problem.score(after);
    boolean dRises = then.dScore() - now.dScore() >= NOTEWORTHY;
    if (!dRises && then.jIndex() <= now.jIndex()) {
      return explanation(
          String.format(
              Locale.ROOT,
              "demand-limited tenants have again what they ask for; predicted D-score from %.3f to %.3f",
              now.dScore(),
              then.dScore()));
    }
    return explanation(
        String.format(
            Locale.ROOT,
            "predicted %s rises from %.3f to %.3f",
            dRises ? "D-score" : "J-index",
            dRises ? now.dScore() : now.jIndex(),
            dRises ? then.dScore() : then.jIndex()));
  }

  PlanExplanation explanation(String reason) {
    Score now = problem.score(before);
    Score then = problem.score(after);
    List<Assumption> assumptions = new ArrayList<>();
    for (TenantModel model : models) {
      Reservation reservation = after.get(model.tenant());
      if (reservation != null) {
        assumptions.add(model.assumption(reservation));
      }
    }
    return new PlanExplanation(
        reason, now, then, PlanDifference.moves(claims, wanted, problem.pieces()), assumptions);
  }
}
