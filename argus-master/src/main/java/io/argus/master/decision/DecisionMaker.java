package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.Allocation;
import io.argus.master.planner.Approach;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rule when a new plan is published, and which: the best one found, if it beats the present
 * plan under the same model by {@code argus.planner.margin}, or if the present plan no longer fits
 * (there is none, tenants came or went, weights changed, it was pinned).
 *
 * <p>A gain of less than {@value #SURE} margins may be noise: then a plan must gain a margin with a
 * J-index that counts {@value #CAUTION} times as much, without D falling, and that must be
 * predicted, of the same reservations, in two rounds running. Two equal tenants that need the disk
 * have about the same D with equal parts of the cache and with unequal ones, where one gains what
 * the other loses.
 *
 * <p>Of plans that are worth nearly the same, the one nearest to the present shares is chosen:
 * where several tenants need the disk, much of the cache can be moved between them at hardly any
 * gain.
 *
 * <p>While an operator's pin is there, it is the plan; tenants that appear meanwhile get one unit
 * of each resource, and the pinned shares divide the rest in proportion.
 *
 * <p>Stateless; deterministic; safe for use by any thread.
 */
public final class DecisionMaker {
  private static final int SURE = 5;

  /** By how much more the J-index counts in small gains, in relation to alpha. */
  private static final double CAUTION = 1.5;

  /** Difference of value for which no unit is moved: the models know no better. */
  private static final double NEGLIGIBLE = 0.002;

  /**
   * Decides.
   *
   * @param version of the plan, should there be one; greater than any before
   */
  public Decision decide(Situation situation, Settings settings, long version, long nowMillis) {
    if (situation.models().isEmpty()) {
      return Decision.STAY;
    }
    if (situation.pin().isPresent()) {
      return pinned(situation, situation.pin().get(), settings, version, nowMillis);
    }
    if (!situation.present().isPresent()) {
      return Decision.publish(equal(situation.models(), version, nowMillis));
    }
    return auto(situation, settings, version, nowMillis);
  }

  private static Decision pinned(
      Situation situation, Plan pin, Settings settings, long version, long nowMillis) {
    List<Reservation> wanted = Reservations.carriedOver(pin, situation.tenants(), pieces(settings));
    Optional<Plan> present = situation.present();
    boolean same =
        present.isPresent()
            && present.get().mode() == Plan.Mode.PINNED
            && present.get().borrowing() == pin.borrowing()
            && PlanDifference.between(present.get().reservations(), wanted).isNone();
    if (same) {
      return Decision.STAY;
    }
    return Decision.publish(
        Plan.of(
            version,
            Plan.Mode.PINNED,
            nowMillis,
            pin.borrowing(),
            wanted,
            PlanExplanation.because("pinned by an operator: " + pin.explanation().reason())));
  }

  private Decision auto(Situation situation, Settings settings, long version, long nowMillis) {
    double margin = settings.get(Settings.PLANNER_MARGIN);
    double alpha = settings.get(Settings.ALPHA);
    PlanningProblem problem = problem(situation.models(), settings, alpha);
    PlanningProblem cautious = problem(situation.models(), settings, Math.min(1, CAUTION * alpha));
    Optional<String> misfit = situation.misfit();
    if (!misfit.isPresent() && !situation.proposedBefore().isEmpty()) {
      Comparison proposed = comparison(situation, problem, situation.proposedBefore());
      if (isWorthwhile(situation, proposed, cautious, margin)) {
        return Decision.publish(plan(proposed, proposed.rise(), version, nowMillis));
      }
    }
    Comparison best = best(situation, problem, problem, nowMillis);
    if (misfit.isPresent()) {
      PlanExplanation explanation = best.explanation(misfit.get());
      return Decision.publish(plan(best, explanation, version, nowMillis));
    }
    if (best.gain() >= SURE * margin && best.gain() > 0) {
      return Decision.publish(plan(best, best.rise(), version, nowMillis));
    }
    Comparison careful = best(situation, cautious, problem, nowMillis);
    return isWorthwhile(situation, careful, cautious, margin)
        ? Decision.propose(careful.wanted())
        : Decision.STAY;
  }

  /** Whether a small gain is one with fairness counting for more, and D does not fall for it. */
  private static boolean isWorthwhile(
      Situation situation, Comparison comparison, PlanningProblem cautious, double margin) {
    double gain = comparison(situation, cautious, comparison.wanted()).gain();
    return gain >= margin && gain > 0 && comparison.gain() >= 0;
  }

  /** Returns the best plan by one objective, compared by another. */
  private static Comparison best(
      Situation situation, PlanningProblem sought, PlanningProblem compared, long seed) {
    List<Reservation> wanted = best(situation.models(), sought, situation.claims(), seed);
    return comparison(situation, compared, wanted);
  }

  private static Comparison comparison(
      Situation situation, PlanningProblem problem, List<Reservation> wanted) {
    return new Comparison(situation.models(), problem, situation.claims(), wanted);
  }

  /** Returns the claims that the planner would publish if nothing spoke for the present ones. */
  static List<Reservation> best(
      List<TenantModel> models,
      PlanningProblem problem,
      Map<TenantId, Reservation> claims,
      long seed) {
    Allocation start = Allocation.nearest(problem, Borrowing.effective(models, claims));
    Allocation best = new HillClimbing().solve(problem, Collections.singletonList(start), seed);
    Allocation nearest = Approach.of(problem, start, best, NEGLIGIBLE, seed);
    return Borrowing.claims(models, nearest.reservations());
  }

  private static Plan plan(
      Comparison comparison, PlanExplanation explanation, long version, long nowMillis) {
    return Plan.of(version, Plan.Mode.AUTO, nowMillis, true, comparison.wanted(), explanation);
  }

  /** The plan to begin with when nothing was observed under a plan yet. */
  private static Plan equal(List<TenantModel> models, long version, long nowMillis) {
    List<Reservation> reservations = new ArrayList<>();
    double share = 1.0 / models.size();
    models.forEach(m -> reservations.add(Reservation.of(m.tenant(), m.weight(), share, share)));
    return Plan.of(
        version,
        Plan.Mode.EQUAL,
        nowMillis,
        true,
        reservations,
        PlanExplanation.because("there was no plan: equal reservation to begin with"));
  }

  private static PlanningProblem problem(
      List<TenantModel> models, Settings settings, double alpha) {
    return problem(models, pieces(settings), alpha);
  }

  static PlanningProblem problem(List<TenantModel> models, int pieces, double alpha) {
    List<PlanningProblem.Contender> contenders = new ArrayList<>();
    models.forEach(model -> contenders.add(model.contender()));
    PlanningProblem problem = PlanningProblem.of(contenders, pieces, alpha);
    return problem;
  }

  private static int pieces(Settings settings) {
    return settings.get(Settings.PLANNER_PIECES).intValue();
  }
}
