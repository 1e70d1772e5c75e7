package io.argus.master.decision;

import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

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
  private final ClusterReservations present;
  final ClusterReservations wanted;

  /** The effective shares under the present reservations. */
  final Shares before;

  /** The effective shares under the wanted reservations. */
  final Shares after;

  /**
   * @param borrowing of these models
   * @param present reservations in force
   * @param wanted reservations that might replace them
   */
  Comparison(
      List<TenantModel> models,
      PlanningProblem problem,
      Borrowing borrowing,
      ClusterReservations present,
      ClusterReservations wanted) {
    this(
        models,
        problem,
        present,
        wanted,
        borrowing.effective(present.shares(models, problem)),
        borrowing.effective(wanted.shares(models, problem)));
  }

  private Comparison(
      List<TenantModel> models,
      PlanningProblem problem,
      ClusterReservations present,
      ClusterReservations wanted,
      Shares before,
      Shares after) {
    this.models = models;
    this.problem = problem;
    this.present = present;
    this.wanted = wanted;
    this.before = before;
    this.after = after;
  }

  /** Returns the same comparison by another objective. */
  Comparison by(PlanningProblem other) {
    return new Comparison(models, other, present, wanted, before, after);
  }

  /** The rise of the value that is maximised; 0 if a tenant loses and none gains. */
  double gain() {
    return onlyTakes() ? 0 : problem.value(after) - problem.value(before);
  }

  private boolean onlyTakes() {
    boolean takes = false;
    for (int i = 0; i < models.size(); i++) {
      double had = models.get(i).predicted(before, problem.firstPair(i));
      double gets = models.get(i).predicted(after, problem.firstPair(i));
      if (gets > had * (1 + NOTICEABLE)) {
        return false;
      }
      takes |= gets < had * (1 - NOTICEABLE);
    }
    return takes;
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
    for (int i = 0; i < models.size(); i++) {
      assumptions.add(models.get(i).assumption(after, problem.firstPair(i)));
    }
    return new PlanExplanation(
        reason, now, then, MoveSentences.of(present, wanted, problem), assumptions);
  }
}
