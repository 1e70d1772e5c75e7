package io.argus.master;

import io.argus.core.Plan;
import io.argus.core.PlanExplanation;
import io.argus.core.PlanExplanation.Assumption;
import io.argus.core.PlanExplanation.Score;
import io.argus.core.Reservation;
import io.argus.core.Settings;
import io.argus.core.TenantId;
import io.argus.master.planner.Allocation;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rule when a new plan is published, and which: the best one found, if its predicted D-score
 * beats the present plan's under the same model by {@code argus.planner.margin}, or if the present
 * plan no longer fits (there is none, tenants came or went, weights changed, it was pinned).
 *
 * <p>Both are judged with the HDFS shares that tenants have in effect ({@link Lending}).
 *
 * <p>While an operator's pin is there, it is the plan; tenants that appear meanwhile get one unit
 * of each resource, and the pinned shares divide the rest in proportion.
 *
 * <p>Stateless; deterministic; safe for use by any thread.
 */
public final class DecisionMaker {
  private final HillClimbing climbing = new HillClimbing();

  /**
   * Returns the plan to publish; empty if the present one stays.
   *
   * @param models one per tenant that shares the cluster
   * @param present the plan in force
   * @param pin the plan that an operator wants kept
   * @param version of the plan, should there be one; greater than any before
   */
  public Optional<Plan> decide(
      List<TenantModel> models,
      Optional<Plan> present,
      Optional<Plan> pin,
      Settings settings,
      long version,
      long nowMillis) {
    Set<TenantId> tenants = new TreeSet<>();
    models.forEach(model -> tenants.add(model.tenant()));
    if (tenants.isEmpty()) {
      return Optional.empty();
    }
    if (pin.isPresent()) {
      return pinned(pin.get(), tenants, present, settings, version, nowMillis);
    }
    if (!present.isPresent()) {
      return Optional.of(equal(models, version, nowMillis));
    }
    return auto(models, tenants, present.get(), settings, version, nowMillis);
  }

  private static Optional<Plan> pinned(
      Plan pin,
      Set<TenantId> tenants,
      Optional<Plan> present,
      Settings settings,
      long version,
      long nowMillis) {
    List<Reservation> wanted = Reservations.carriedOver(pin, tenants, pieces(settings));
    Plan plan =
        Plan.of(
            version,
            Plan.Mode.PINNED,
            nowMillis,
            pin.lending(),
            wanted,
            PlanExplanation.because("pinned by an operator: " + pin.explanation().reason()));
    boolean same =
        present.isPresent()
            && present.get().mode() == Plan.Mode.PINNED
            && present.get().lending() == plan.lending()
            && PlanDifference.between(present.get().reservations(), plan.reservations()).isNone();
    return same ? Optional.empty() : Optional.of(plan);
  }

  private Optional<Plan> auto(
      List<TenantModel> models,
      Set<TenantId> tenants,
      Plan present,
      Settings settings,
      long version,
      long nowMillis) {
    PlanningProblem problem = problem(models, settings);
    Map<TenantId, Reservation> claims = byTenant(present.reservations());
    Map<TenantId, Reservation> before = Lending.effective(models, claims);
    List<Allocation> starts = Collections.singletonList(Allocation.nearest(problem, before));
    Allocation best = climbing.solve(problem, starts, nowMillis);
    List<Reservation> wanted = Lending.claims(models, best.reservations());
    Map<TenantId, Reservation> after = Lending.effective(models, byTenant(wanted));
    Score now = problem.score(before);
    Score then = problem.score(after);
    Optional<String> cause = cause(tenants, models, present);
    boolean better =
        problem.value(after) >= problem.value(before) + settings.get(Settings.PLANNER_MARGIN);
    if (!cause.isPresent() && (!better || PlanDifference.onlyTakes(models, before, after))) {
      return Optional.empty();
    }
    PlanExplanation explanation =
        new PlanExplanation(
            cause.orElseGet(() -> rise(now, then)),
            now,
            then,
            PlanDifference.moves(claims, wanted, problem.pieces()),
            assumptions(models, after));
    return Optional.of(Plan.of(version, Plan.Mode.AUTO, nowMillis, true, wanted, explanation));
  }

  private static String rise(Score before, Score after) {
    return String.format(
        Locale.ROOT, "predicted D-score rises from %.3f to %.3f", before.dScore(), after.dScore());
  }

  private static Map<TenantId, Reservation> byTenant(Collection<Reservation> reservations) {
    Map<TenantId, Reservation> byTenant = new HashMap<>();
    reservations.forEach(r -> byTenant.put(r.tenant(), r));
    return byTenant;
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

  /** Why the present plan cannot stay, whatever its score. */
  private static Optional<String> cause(
      Set<TenantId> tenants, List<TenantModel> models, Plan present) {
    if (present.mode() == Plan.Mode.PINNED) {
      return Optional.of("an operator switched from the pinned plan back to auto");
    }
    Set<TenantId> planned = new TreeSet<>();
    present.reservations().forEach(r -> planned.add(r.tenant()));
    Set<TenantId> came = new TreeSet<>(tenants);
    came.removeAll(planned);
    planned.removeAll(tenants);
    if (!came.isEmpty() || !planned.isEmpty()) {
      return Optional.of(
          (came.isEmpty() ? "" : "tenants came: " + came)
              + (came.isEmpty() || planned.isEmpty() ? "" : ", ")
              + (planned.isEmpty() ? "" : "tenants went: " + planned));
    }
    for (TenantModel model : models) {
      Optional<Reservation> reservation = present.reservation(model.tenant());
      if (reservation.isPresent() && reservation.get().weight() != model.weight()) {
        return Optional.of("the weight of tenant " + model.tenant() + " changed");
      }
    }
    return Optional.empty();
  }

  static PlanningProblem problem(List<TenantModel> models, Settings settings) {
    List<PlanningProblem.Contender> contenders = new ArrayList<>();
    models.forEach(model -> contenders.add(model.contender()));
    return PlanningProblem.of(contenders, pieces(settings), settings.get(Settings.ALPHA));
  }

  private static int pieces(Settings settings) {
    return settings.get(Settings.PLANNER_PIECES).intValue();
  }

  private static List<Assumption> assumptions(
      List<TenantModel> models, Map<TenantId, Reservation> effective) {
    List<Assumption> assumptions = new ArrayList<>();
    for (TenantModel model : models) {
      Reservation reservation = effective.get(model.tenant());
      if (reservation != null) {
        assumptions.add(model.assumption(reservation));
      }
    }
    return assumptions;
  }
}
