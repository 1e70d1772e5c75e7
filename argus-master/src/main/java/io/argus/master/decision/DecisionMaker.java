package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
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
 * plan under the same models by {@code argus.planner.margin}, or if the present plan no longer fits
 * (there is none, tenants came or went, weights changed, it was pinned).
 *
 * <p>A gain of less than {@value #SURE} margins may be noise. Such a plan must pass a stricter test
 * in two rounds running: it gains a margin even if the J-index counts {@value #CAUTION} times as
 * much, and D does not fall. Reason: two equal tenants that need the disk have about the same D
 * with equal and with unequal parts of the cache, where one gains what the other loses.
 *
 * <p>Of plans that are worth nearly the same, the one nearest to the present shares wins. Where
 * several tenants need the disk, much of the cache could move between them for hardly any gain.
 *
 * <p>A pinned plan is published as it is. Tenants that appear meanwhile get one unit of each
 * resource, and the pinned shares divide the rest in proportion.
 *
 * <p>Stateless; deterministic; safe for use by any thread.
 */
public final class DecisionMaker {
  private static final int SURE = 5;

  /** Factor on alpha by which small gains are tested. */
  private static final double CAUTION = 1.5;

  /** A difference of value that is below the precision of the models: no unit moves for it. */
  private static final double NEGLIGIBLE = 0.002;

  /**
   * Decides.
   *
   * @param version of the new plan, if there is one; greater than any before
   */
  public Decision decide(Situation situation, Settings settings, long version, long nowMillis) {
    if (situation.models.isEmpty()) {
      return Decision.STAY;
    }
    if (situation.pin.isPresent()) {
      return pinned(situation, situation.pin.get(), settings, version, nowMillis);
    }
    if (!situation.present.isPresent()) {
      return Decision.publish(equal(situation.models, version, nowMillis));
    }
    return auto(situation, settings, version, nowMillis);
  }

  private static Decision pinned(
      Situation situation, Plan pin, Settings settings, long version, long nowMillis) {
    List<Reservation> wanted = Reservations.carriedOver(pin, situation.tenants(), pieces(settings));
    Optional<Plan> present = situation.present;
    boolean same =
        present.isPresent()
            && present.get().mode() == Plan.Mode.PINNED
            && present.get().borrowing() == pin.borrowing()
            && Reservations.areSame(present.get().reservations(), wanted)
            && haveSameShares(present.get(), pin);
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
            sharesSince(pin, version),
            PlanExplanation.because("pinned by an operator: " + pin.explanation().reason())));
  }

  /** The pinned shares of single servers, as those of a new plan. */
  private static List<ServerShares> sharesSince(Plan pin, long version) {
    List<ServerShares> shares = new ArrayList<>();
    for (ServerShares pinned : pin.servers().values()) {
      shares.add(ServerShares.of(pinned.server(), version, pinned.reservations()));
    }
    return shares;
  }

  private static boolean haveSameShares(Plan present, Plan pin) {
    if (!present.servers().keySet().equals(pin.servers().keySet())) {
      return false;
    }
    for (ServerShares pinned : pin.servers().values()) {
      if (!Reservations.areSame(present.reservationsOn(pinned.server()), pinned.reservations())) {
        return false;
      }
    }
    return true;
  }

  private Decision auto(Situation situation, Settings settings, long version, long nowMillis) {
    double margin = settings.get(Settings.PLANNER_MARGIN);
    double alpha = settings.get(Settings.ALPHA);
    int pieces = pieces(settings);
    PlanningProblem problem = problem(situation.models, pieces, alpha);
    PlanningProblem cautious = problem(situation.models, pieces, Math.min(1, CAUTION * alpha));
    Optional<String> misfit = situation.misfit();
    if (!misfit.isPresent() && !situation.proposedBefore.isEmpty()) {
      Comparison proposed = comparison(situation, problem, situation.proposedBefore);
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
        ? Decision.propose(careful.wanted)
        : Decision.STAY;
  }

  /** Whether a small gain is still one if fairness counts more, without a fall of D. */
  private static boolean isWorthwhile(
      Situation situation, Comparison comparison, PlanningProblem cautious, double margin) {
    double gain = comparison(situation, cautious, comparison.wanted).gain();
    return gain >= margin && gain > 0 && comparison.gain() >= 0;
  }

  /** Returns the best reservations by one problem's objective, compared by another's. */
  private static Comparison best(
      Situation situation, PlanningProblem sought, PlanningProblem compared, long seed) {
    List<Reservation> wanted = best(situation.models, sought, situation.guaranteed(), seed);
    return comparison(situation, compared, wanted);
  }

  private static Comparison comparison(
      Situation situation, PlanningProblem problem, List<Reservation> wanted) {
    return new Comparison(situation.models, problem, situation.guaranteed(), wanted);
  }

  /** Returns the reservations that the planner prefers, whatever the margin. */
  static List<Reservation> best(
      List<TenantModel> models,
      PlanningProblem problem,
      Map<TenantId, Reservation> guaranteed,
      long seed) {
    Allocation start = Allocation.nearest(problem, Borrowing.effective(models, guaranteed));
    Allocation best = new HillClimbing().solve(problem, Collections.singletonList(start), seed);
    Allocation nearest = Approach.of(problem, start, best, NEGLIGIBLE, seed);
    return Borrowing.guaranteed(models, nearest.reservations());
  }

  private static Plan plan(
      Comparison comparison, PlanExplanation explanation, long version, long nowMillis) {
    return Plan.of(version, Plan.Mode.AUTO, nowMillis, true, comparison.wanted, explanation);
  }

  /** The first plan, while nothing has been observed under any plan yet. */
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
        PlanExplanation.because("there was no plan: equal shares to begin with"));
  }

  static PlanningProblem problem(List<TenantModel> models, int pieces, double alpha) {
    List<PlanningProblem.Contender> contenders = new ArrayList<>();
    models.forEach(model -> contenders.add(model.contender()));
    return PlanningProblem.of(contenders, pieces, alpha);
  }

  private static int pieces(Settings settings) {
    return settings.get(Settings.PLANNER_PIECES).intValue();
  }
}
