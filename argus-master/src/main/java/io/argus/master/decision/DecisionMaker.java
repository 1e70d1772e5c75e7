package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.slo.SloFit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rule when a new plan is published, and which: the best one found, if it beats the current
 * plan under the same models by {@code argus.planner.margin}, or if the current plan no longer fits
 * (there is none, tenants came or went, weights changed, it was pinned).
 *
 * <p>A gain of less than {@value #SURE} margins may be noise. Such a plan must pass a stricter test
 * in two rounds running: it gains a margin even if the J-index counts {@value #CAUTION} times as
 * much, and D does not fall. Reason: two equal tenants that need the disk have about the same D
 * with equal and with unequal parts of the cache, where one gains what the other loses. The plan
 * that is tested so is searched for by the stricter objective; where the problem is {@link
 * PlanningProblem#isLarge large}, that finds nearly the same, and the best plan itself is tested.
 *
 * <p>With several servers, a gain must also exceed what chance explains, as each tenant has a worst
 * server by chance alone; and a plan is worthwhile, too, if it gives the tenant that suffers most
 * noticeably more, without a fall of D ({@link Comparison#isFairer}). If it gets twice as much,
 * such as one whose region has just moved to where it has no share, the plan is published at once.
 *
 * <p>Of plans that are worth nearly the same, the one nearest to the current shares wins. Where
 * several tenants need the disk, much of the cache could move between them for hardly any gain.
 *
 * <p>Where servers are not alike, the cache is divided by whole units, as it has to be filled, and
 * HDFS as fairly as can be. Servers that differ from the cluster-wide reservations have shares of
 * their own ({@link ClusterReservations}).
 *
 * <p>CPU shares are not searched for ({@link io.argus.master.model.CpuShares}). When those in force
 * no longer suffice for SLOs, a plan changes them and nothing else.
 *
 * <p>A pinned plan is published as it is, with CPU shares by weight and SLO. Tenants that appear
 * meanwhile get one unit of each resource, and the pinned shares divide the rest in proportion.
 *
 * <p>Stateless; deterministic; safe for use by any thread.
 */
public final class DecisionMaker {
  private static final int SURE = 5;

  private static final String OTHER_CPU = "SLOs need other shares of the CPU";

  /** Factor on alpha by which small gains are tested. */
  private static final double CAUTION = 1.5;

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
      return pinned(situation, situation.pin.get(), version, nowMillis);
    }
    if (!situation.current.isPresent()) {
      return Decision.publish(equal(situation.models, version, nowMillis));
    }
    return auto(situation, settings, version, nowMillis);
  }

  private static Decision pinned(Situation situation, Plan pin, long version, long nowMillis) {
    List<Reservation> wanted =
        Reservations.carriedOver(pin, situation.tenants(), PlanningProblem.PIECES);
    Optional<Plan> current = situation.current;
    ClusterReservations reservations =
        ClusterReservations.of(pin).withClusterWide(wanted).dividingCpu(situation.models);
    boolean same =
        current.isPresent()
            && current.get().mode() == Plan.Mode.PINNED
            && current.get().borrowing() == pin.borrowing()
            && current.get().untilMillis() == pin.untilMillis()
            && situation.reservations().isSame(reservations);
    if (same) {
      return Decision.STAY;
    }
    return Decision.publish(
        reservations
            .plan(
                version,
                Plan.Mode.PINNED,
                nowMillis,
                pin.borrowing(),
                PlanExplanation.because(pin.explanation().reason()))
            .until(pin.untilMillis()));
  }

  private Decision auto(Situation situation, Settings settings, long version, long nowMillis) {
    double margin = settings.get(Settings.PLANNER_MARGIN);
    double alpha = settings.get(Settings.ALPHA);
    PlanningProblem problem = problem(situation.models, alpha);
    PlanningProblem cautious = problem.withAlpha(Math.min(1, CAUTION * alpha));
    ClusterReservations inForce = situation.reservations();
    PlanInForce current = new PlanInForce(situation.models, problem, inForce);
    Optional<String> misfit = situation.misfit();
    if (!misfit.isPresent() && !situation.proposedBefore.isEmpty()) {
      Comparison proposed = current.with(situation.proposedBefore);
      if (isWorthwhile(proposed, cautious, margin)) {
        return Decision.publish(plan(proposed, proposed.rise(), version, nowMillis));
      }
    }
    Comparison best = current.with(current.best(problem.seeking(), nowMillis));
    if (misfit.isPresent()) {
      PlanExplanation explanation = best.explanation(misfit.get());
      return Decision.publish(plan(best, explanation, version, nowMillis));
    }
    double rise = best.gain();
    boolean sure = rise >= SURE * margin + best.chance() && rise > 0;
    if (sure || best.isMuchFairer()) {
      return Decision.publish(plan(best, best.rise(), version, nowMillis));
    }
    Comparison careful =
        problem.isLarge() ? best : current.with(current.best(cautious.seeking(), nowMillis));
    ClusterReservations dividingCpu = inForce.dividingCpu(situation.models);
    if (!dividingCpu.isSame(inForce)) {
      Comparison same = current.with(dividingCpu);
      return Decision.publish(plan(same, same.explanation(OTHER_CPU), version, nowMillis));
    }
    return isWorthwhile(careful, cautious, margin)
        ? Decision.propose(careful.wanted)
        : Decision.STAY;
  }

  /** Whether a small gain is still one if fairness counts more, without a fall of D. */
  private static boolean isWorthwhile(
      Comparison comparison, PlanningProblem cautious, double margin) {
    double gain = comparison.gain(cautious);
    boolean enough = gain >= margin + comparison.chance() && gain > 0;
    return (enough && comparison.gain() >= 0) || comparison.isFairer();
  }

  private static Plan plan(
      Comparison comparison, PlanExplanation explanation, long version, long nowMillis) {
    return comparison.wanted.plan(version, Plan.Mode.AUTO, nowMillis, true, explanation);
  }

  /** The first plan, while nothing has been observed under any plan yet: shares by weight. */
  private static Plan equal(List<TenantModel> models, long version, long nowMillis) {
    List<Reservation> reservations = new ArrayList<>();
    double weights = models.stream().mapToDouble(TenantModel::weight).sum();
    for (TenantModel model : models) {
      double share = model.weight() / weights;
      reservations.add(Reservation.of(model.tenant(), model.weight(), share, share));
    }
    return Plan.of(
        version,
        Plan.Mode.EQUAL,
        nowMillis,
        true,
        reservations,
        PlanExplanation.because("there was no plan: shares by weight to begin with"));
  }

  static PlanningProblem problem(List<TenantModel> models, double alpha) {
    return PlanningProblem.of(SloFit.of(models).contenders(), PlanningProblem.PIECES, alpha);
  }
}
