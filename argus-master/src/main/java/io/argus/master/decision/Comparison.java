package io.argus.master.decision;

import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reservations that might replace the present ones, and what the same models predict of both, with
 * the effective shares.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Comparison {
  /** A rise of the D-score that shows in three decimals. */
  private static final double NOTEWORTHY = 0.001;

  /** A smaller relative change of predicted throughput is rounding. */
  private static final double NOTICEABLE = 1e-6;

  private final List<TenantModel> models;
  private final PlanningProblem problem;
  private final Map<TenantId, Reservation> guaranteed;
  final List<Reservation> wanted;

  /** The effective shares under the present reservations. */
  final Map<TenantId, Reservation> before;

  /** The effective shares under the wanted reservations. */
  final Map<TenantId, Reservation> after;

  /**
   * @param guaranteed reservations in force
   * @param wanted reservations that might replace them, one per model
   */
  Comparison(
      List<TenantModel> models,
      PlanningProblem problem,
      Map<TenantId, Reservation> guaranteed,
      List<Reservation> wanted) {
    this.models = models;
    this.problem = problem;
    this.guaranteed = guaranteed;
    this.wanted = wanted;
    this.before = Borrowing.effective(models, guaranteed);
    this.after = Borrowing.effective(models, Reservations.byTenant(wanted));
  }

  /** The rise of the value that is maximised; 0 if a tenant loses and none gains. */
  double gain() {
    return onlyTakes() ? 0 : problem.value(after) - problem.value(before);
  }

  private boolean onlyTakes() {
    boolean takes = false;
    for (TenantModel model : models) {
      double had = predicted(model, before.get(model.tenant()));
      double gets = predicted(model, after.get(model.tenant()));
      if (gets > had * (1 + NOTICEABLE)) {
        return false;
      }
      takes |= gets < had * (1 - NOTICEABLE);
    }
    return takes;
  }

  private static double predicted(TenantModel model, @Nullable Reservation reservation) {
    return reservation == null ? 0 : model.predicted(reservation);
  }

  /**
   * Explains the gain by the D-score or else the J-index that rises. If neither rises, the gain is
   * that of demand-limited tenants, which do not count in them.
   */
  PlanExplanation rise() {
    Score now = problem.score(before);
    Score then = problem.score(after);
    boolean dRises = then.dScore() - now.dScore() >= NOTEWORTHY;
    if (!dRises && then.jIndex() <= now.jIndex()) {
      return explanation(
          String.format(
              Locale.ROOT,
              "demand-limited tenants get back what they ask for; predicted D-score from %.3f to %.3f",
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
        reason, now, then, MoveSentences.of(guaranteed, wanted, problem.pieces()), assumptions);
  }
}
