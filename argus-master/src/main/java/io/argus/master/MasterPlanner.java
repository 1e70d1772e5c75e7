package io.argus.master;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.PlannerSign;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.slo.Slos;
import io.argus.core.tenant.TenantId;
import io.argus.master.decision.ClusterReservations;
import io.argus.master.decision.Decision;
import io.argus.master.decision.DecisionMaker;
import io.argus.master.decision.ReturningTenants;
import io.argus.master.decision.Situation;
import io.argus.master.model.Assessment;
import io.argus.master.model.CpuShares;
import io.argus.master.model.PerformanceModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterMonitor;
import io.argus.master.monitor.ClusterView;
import io.argus.master.plans.ClusterCatalogue;
import io.argus.master.plans.PlanLedger;
import io.argus.master.slo.SloFit;
import io.argus.master.slo.SloState;
import io.argus.master.slo.SloThroughput;
import io.argus.master.status.Round;
import io.argus.master.status.StatusBoard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The planning round of the master. Each round reads what region servers report, models the tenants
 * and publishes a status. Once a planner period, and at once if the current plan no longer fits, it
 * decides on the plan, too.
 *
 * <p>Nothing is thrown: what goes wrong is logged, named in the status, and tried again in the next
 * round.
 *
 * <p>Has no threads; safe for use by any thread, rounds run one at a time.
 */
public final class MasterPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(MasterPlanner.class);

  private final ClusterDocuments documents;
  private final Supplier<Settings> settings;
  private final ClusterMonitor monitor;
  private final ClusterCatalogue catalogue;
  private final PlanLedger plans;
  private final PlanningSchedule schedule = new PlanningSchedule();
  private final ReturningTenants returning = new ReturningTenants();
  private final DecisionMaker decisionMaker = new DecisionMaker();
  private final StatusBoard board;

  @GuardedBy("this")
  private final CapLedger caps;

  // What a round leaves to the next.
  @GuardedBy("this")
  private Assessment decidedOn = Assessment.NONE;

  @GuardedBy("this")
  private List<TenantModel> models = Collections.emptyList();

  @GuardedBy("this")
  private ClusterReservations proposed = ClusterReservations.NONE;

  /**
   * @param settings read anew in each round
   */
  public MasterPlanner(
      ClusterView cluster, ClusterDocuments documents, Supplier<Settings> settings) {
    this.documents = documents;
    this.settings = settings;
    this.monitor = new ClusterMonitor(cluster);
    this.catalogue = new ClusterCatalogue(documents);
    this.plans = new PlanLedger(documents);
    this.caps = new CapLedger(documents);
    this.board = new StatusBoard(documents, settings.get());
  }

  /** Does a round of a cluster whose tables are not shown. */
  public Round tick(long nowMillis) {
    return tick(nowMillis, parts -> {});
  }

  /**
   * Does one round, publishes it and returns it.
   *
   * @param nowMillis milliseconds since the epoch
   * @param others add what the round shows but does not plan with, and problems of their own
   */
  synchronized Round tick(long nowMillis, Consumer<Round.Builder> others) {
    Settings now = settings.get();
    List<String> problems = new ArrayList<>(now.problems());
    try {
      round(now, nowMillis, problems);
    } catch (RuntimeException e) {
      LOG.error("A planning round failed; the next round tries again", e);
      problems.add("planning failed: " + e);
    }
    caps.divide(now, monitor.received(), problems);
    List<SloState> slos = slos(now, problems);
    plans.remember(problems);
    PlannerSign sign = sign(now, nowMillis, problems);
    Round.Builder parts =
        new Round.Builder(nowMillis, now)
            .problems(problems)
            .observed(monitor.usage(), monitor.received(), sign)
            .planned(models, slos, plans.current(), plans.history())
            .pinned(plans.pin());
    others.accept(parts);
    return board.publish(parts);
  }

  private PlannerSign sign(Settings now, long nowMillis, List<String> problems) {
    PlannerSign sign = monitor.sign(now, nowMillis);
    try {
      documents.write(ClusterDocuments.ALIVE, sign.toJson());
    } catch (IOException | RuntimeException e) {
      problems.add("the sign of life for region servers cannot be written: " + e);
    }
    return sign;
  }

  @GuardedBy("this")
  private List<SloState> slos(Settings now, List<String> problems) {
    Slos slos = now.get(Settings.SLOS);
    if (slos.isEmpty()) {
      return Collections.emptyList();
    }
    try {
      SloFit fit = SloFit.of(models);
      List<SloState> states = SloState.of(slos, models, monitor.usage(), fit);
      for (SloState state : states) {
        String problem = state.problem();
        if (problem != null) {
          problems.add(problem);
        }
      }
      return states;
    } catch (RuntimeException e) {
      LOG.error("SLOs could not be checked; the next round tries again", e);
      problems.add("SLOs cannot be checked: " + e);
      return Collections.emptyList();
    }
  }

  @GuardedBy("this")
  private void round(Settings now, long nowMillis, List<String> problems) {
    schedule.begin(nowMillis);
    boolean observed = monitor.observe(now, nowMillis, problems);
    boolean plansKnown = plans.read(monitor.usage().highestPlanVersion(), nowMillis, problems);
    Set<TenantId> tenants = monitor.tenants(plans.current(), problems);
    Assessment assessment = assess(tenants, now, problems);
    boolean pinned = plans.pin().isPresent();
    if (!plansKnown || (!observed && !pinned)) {
      return;
    }
    boolean planStands = !pinned && plans.fits(tenants);
    if (planStands && restoresReturning(nowMillis, problems)) {
      return;
    }
    if (!planStands || isDue(now, nowMillis, assessment)) {
      decide(assessment, now, nowMillis, problems);
    }
  }

  @GuardedBy("this")
  private Assessment assess(Set<TenantId> tenants, Settings now, List<String> problems) {
    PerformanceModel model = new PerformanceModel(catalogue.read(problems));
    Assessment assessment = model.assess(tenants, monitor.usage(), plans.current(), now, decidedOn);
    problems.addAll(assessment.problems());
    models =
        CpuShares.planned(
            SloThroughput.of(assessment.tenants(), monitor.usage(), now.get(Settings.SLOS)));
    return assessment;
  }

  /**
   * Gives demand-limited tenants that speed up their shares back; returns whether any needed it.
   */
  private boolean restoresReturning(long nowMillis, List<String> problems) {
    Optional<Plan> restored =
        returning.restored(
            plans.current().get(), monitor.reports().latest(), plans.nextVersion(), nowMillis);
    restored.ifPresent(plan -> publish(plan, problems));
    return restored.isPresent();
  }

  private boolean isDue(Settings now, long nowMillis, Assessment assessment) {
    long version = plans.current().get().version();
    return schedule.isDue(now, nowMillis, assessment.isProvisional(), version, monitor.reports());
  }

  @GuardedBy("this")
  private void decide(Assessment assessment, Settings now, long nowMillis, List<String> problems) {
    schedule.decided(nowMillis);
    decidedOn = assessment;
    returning.planned(models, plans.current());
    Situation situation = new Situation(models, plans.current(), plans.pin(), proposed);
    Decision decision = decisionMaker.decide(situation, now, plans.nextVersion(), nowMillis);
    proposed = decision.proposed();
    decision.plan().ifPresent(plan -> publish(plan, problems));
  }

  private void publish(Plan plan, List<String> problems) {
    schedule.published(plan, plans.publish(plan, problems));
  }

  /** Where the last round is. */
  public StatusBoard board() {
    return board;
  }
}
