package io.argus.master;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.decision.ChangedReservations;
import io.argus.master.decision.Decision;
import io.argus.master.decision.DecisionMaker;
import io.argus.master.decision.ReturningTenants;
import io.argus.master.decision.Situation;
import io.argus.master.decision.WhatIf;
import io.argus.master.model.HeatMaps;
import io.argus.master.model.ModelDocument;
import io.argus.master.model.ModelState;
import io.argus.master.model.PerformanceModel;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import io.argus.master.monitor.Interference;
import io.argus.master.monitor.ResourceMonitor;
import io.argus.master.plans.ClusterCatalogue;
import io.argus.master.plans.PlanHistory;
import io.argus.master.plans.PlanStore;
import io.argus.master.plans.PlanStore.Document;
import io.argus.master.plans.StoredPlan;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.History;
import io.argus.master.status.MasterSetup;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The master's part of Argus: at each tick it reads what region servers report, and writes a
 * status; once a planner period, and at once when the present plan no longer fits, it decides on
 * the plan and stores a new one.
 *
 * <p>What it knows of plans it reads from the store at each tick, so that a new active master goes
 * on where the last one stopped; versions grow over failovers, corrupt plans and lost stores alike,
 * as the versions that region servers apply are looked at too. Nothing is thrown: what goes wrong
 * is logged, named in the status, and tried again at the next tick.
 *
 * <p>Has no threads; safe for use by any thread, ticks run one at a time.
 */
public final class MasterPlanner {
  private static final Logger LOG = LoggerFactory.getLogger(MasterPlanner.class);

  /** Report periods after which a silent server no longer counts. */
  private static final long STALE_PERIODS = 5;

  /** Planner periods over which usage is averaged while nothing shifts. */
  private static final double SPAN_PERIODS = 3;

  /** Planner periods after which a plan is made from reports that are not settled. */
  private static final long PATIENCE_PERIODS = 3;

  private static final long LEAST_STALE_MILLIS = 10_000;

  private final ClusterView cluster;
  private final PlanStore store;
  private final Supplier<Settings> settings;
  private final ResourceMonitor monitor = new ResourceMonitor();
  private final DecisionMaker decisionMaker = new DecisionMaker();
  private final ClusterCatalogue catalogue;
  private final History history = new History();
  private final ReturningTenants returning = new ReturningTenants();

  private ModelState modelState = ModelState.EMPTY;
  private List<Reservation> proposedBefore = Collections.emptyList();
  private volatile List<TenantModel> lastModels = Collections.emptyList();
  private volatile ClusterUsage lastUsage =
      ClusterUsage.of(Collections.emptyList(), Collections.emptyList());
  private volatile ClusterStatus lastStatus = new ClusterStatus.Builder(0).build();
  private volatile MasterSetup master = MasterSetup.UNKNOWN;
  private @Nullable Plan lastPlan;
  private boolean planned;

  /** When a plan was last made, at first when this planner began; -1 before that. */
  private long plannedMillis = -1;

  private long highestVersion;
  private volatile @Nullable PlanHistory planHistory;
  private volatile boolean authorization;
  private Set<TenantId> lastTenants = Collections.emptySet();
  private List<String> loggedProblems = Collections.emptyList();

  /**
   * @param settings read anew at each tick
   */
  public MasterPlanner(ClusterView cluster, PlanStore store, Supplier<Settings> settings) {
    this.cluster = cluster;
    this.store = store;
    this.settings = settings;
    this.catalogue = new ClusterCatalogue(store);
  }

  /**
   * Does one round and returns the status it wrote.
   *
   * @param nowMillis milliseconds since the epoch
   */
  public synchronized ClusterStatus tick(long nowMillis) {
    ClusterStatus.Builder status = new ClusterStatus.Builder(nowMillis);
    status.authorization = authorization;
    try {
      round(status, nowMillis);
    } catch (RuntimeException e) {
      LOG.error("A planning round failed; the next one starts afresh", e);
      status.problems.add("planning failed: " + e);
      status.usage = lastUsage;
      status.models = lastModels;
    }
    status.plan = lastPlan;
    status.master = master;
    if (lastPlan != null) {
      remember(lastPlan, status.problems);
    }
    ClusterStatus built = status.build();
    try {
      store.write(Document.STATUS, built.toStore(ClusterDocuments.MOST_BYTES));
    } catch (IOException | RuntimeException e) {
      status.problems.add("the status cannot be written: " + e);
      built = status.build();
    }
    lastStatus = built;
    history.add(built);
    log(built.problems());
    return built;
  }

  /** Notes in each status from now on that changes are to be asked of the master. */
  void authorizes() {
    authorization = true;
  }

  /** Names the server that the status is written by. */
  void runsOn(MasterSetup setup) {
    master = setup;
  }

  /** The status as the last tick left it. */
  public ClusterStatus status() {
    return lastStatus;
  }

  /** What this master remembers of scores and tenants. */
  public History history() {
    return history;
  }

  /** The last plans with their reasons, those of masters before this one too, JSON. */
  public String plansJson() {
    PlanHistory known = planHistory;
    return (known == null ? PlanHistory.EMPTY : known).toPageJson();
  }

  /** The tenants' performance functions as of the last tick, on a grid, JSON. */
  public String functionsJson() {
    return HeatMaps.toJson(lastModels);
  }

  /** Adds the plan to the stored history, which a master before this one may have begun. */
  private void remember(Plan plan, List<String> problems) {
    try {
      PlanHistory known = planHistory;
      if (known == null) {
        known = store.read(Document.HISTORY).map(PlanHistory::read).orElse(PlanHistory.EMPTY);
        planHistory = known;
      }
      if (!known.version(plan.version()).isPresent()) {
        PlanHistory longer = known.with(plan);
        store.write(Document.HISTORY, longer.toJson());
        planHistory = longer;
      }
    } catch (IOException | RuntimeException e) {
      problems.add("the plan history cannot be kept: " + e);
    }
  }

  /** One tenant's performance function, otherwise like {@link #functionsJson()}. */
  public String functionsJson(TenantId tenant) {
    List<TenantModel> models = new ArrayList<>(lastModels);
    models.removeIf(model -> !model.tenant().equals(tenant));
    return HeatMaps.toJson(models);
  }

  /** Who was served while a tenant waited, as of the last tick, JSON. */
  public String interferenceJson() {
    return Interference.of(lastUsage.reports()).toJson();
  }

  /**
   * Returns the reservations of the plan in force with some of them changed: what the named tenants
   * are given is taken from all others, or left to them, in proportion to what they have.
   *
   * @param changed at least one
   * @throws IllegalArgumentException if a tenant is unknown or the others could not keep a share
   */
  public synchronized List<Reservation> withChanged(Collection<Reservation> changed) {
    List<Reservation> present = new ArrayList<>();
    for (TenantModel model : lastModels) {
      Optional<Reservation> now =
          lastPlan == null ? Optional.empty() : lastPlan.reservation(model.tenant());
      double equal = 1.0 / lastModels.size();
      present.add(now.orElseGet(() -> Reservation.of(model.tenant(), equal, equal)));
    }
    return ChangedReservations.of(present, changed);
  }

  /**
   * Returns what the model of the last tick predicts if these reservations took the place of the
   * present ones.
   *
   * @throws IllegalArgumentException if they are not a plan for the tenants there are
   */
  public synchronized PlanExplanation whatIf(Collection<Reservation> reservations) {
    return WhatIf.of(lastModels, lastPlan, settings.get()).explaining(reservations);
  }

  private void round(ClusterStatus.Builder status, long nowMillis) {
    List<String> problems = status.problems;
    Settings now = settings.get();
    if (plannedMillis < 0) {
      plannedMillis = nowMillis;
    }
    problems.addAll(now.problems());
    status.mode = now.get(Settings.MODE);
    status.settingsVersion = now.version();
    status.alpha = now.get(Settings.ALPHA);
    Optional<ClusterUsage> seen = usage(now, nowMillis, problems);
    ClusterUsage usage = seen.orElse(lastUsage);
    status.usage = usage;
    lastUsage = usage;
    StoredPlan stored = StoredPlan.read(store, Document.PLAN, problems);
    if (stored.isKnown()) {
      lastPlan = stored.plan().orElse(null);
    }
    highestVersion =
        Math.max(
            Math.max(highestVersion, usage.highestPlanVersion()),
            lastPlan == null ? 0 : lastPlan.version());
    Set<TenantId> tenants = tenants(usage, problems);
    PerformanceModel model = new PerformanceModel(catalogue.read(problems));
    Optional<Plan> present = Optional.ofNullable(lastPlan);
    PerformanceModel.Assessment assessment = model.assess(tenants, usage, present, now, modelState);
    problems.addAll(assessment.problems());
    status.models = assessment.tenants();
    lastModels = assessment.tenants();
    StoredPlan pin = StoredPlan.read(store, Document.PIN, problems);
    if (!stored.isKnown() || !pin.isKnown()) {
      return;
    }
    Optional<Plan> wanted = pin.plan();
    if (pin.isCorrupt() && present.isPresent() && present.get().mode() == Plan.Mode.PINNED) {
      wanted = present;
    }
    if (!seen.isPresent() && !wanted.isPresent()) {
      return;
    }
    boolean free = !wanted.isPresent() && fits(present, tenants);
    if (free && present.isPresent() && now.get(Settings.PLANNER_SHIFT_ENABLED)) {
      Optional<Plan> restored =
          returning.restored(
              present.get(), monitor::latestOperationsPerSecond, highestVersion + 1, nowMillis);
      if (restored.isPresent()) {
        publish(restored.get(), problems);
        return;
      }
    }
    if (isDue(now, nowMillis, present, wanted, assessment)) {
      plannedMillis = nowMillis;
      planned = true;
      Situation situation = new Situation(assessment.tenants(), present, wanted, proposedBefore);
      modelState = assessment.next();
      returning.planned(assessment.tenants(), present);
      Decision decision = decisionMaker.decide(situation, now, highestVersion + 1, nowMillis);
      proposedBefore = decision.proposed();
      decision.plan().ifPresent(plan -> publish(plan, problems));
      writeModels(assessment.tenants(), now, problems);
    }
  }

  private void writeModels(List<TenantModel> models, Settings now, List<String> problems) {
    try {
      store.write(Document.MODELS, ModelDocument.write(models, now));
    } catch (IOException | RuntimeException e) {
      problems.add("the models for 'plan what-if' cannot be written: " + e);
    }
  }

  /** Whether a plan is in force that the planner made, for these tenants. */
  private static boolean fits(Optional<Plan> present, Set<TenantId> tenants) {
    Set<TenantId> reserved = new TreeSet<>();
    present.ifPresent(plan -> plan.reservations().forEach(r -> reserved.add(r.tenant())));
    return present.isPresent()
        && present.get().mode() != Plan.Mode.PINNED
        && reserved.equals(tenants);
  }

  /** What region servers report; empty if that cannot be read, which says nothing of them. */
  private Optional<ClusterUsage> usage(Settings now, long nowMillis, List<String> problems) {
    long staleMillis =
        Math.max(LEAST_STALE_MILLIS, STALE_PERIODS * now.get(Settings.REPORT_PERIOD_MILLIS));
    Map<String, byte[]> reports;
    try {
      reports = cluster.usageReports();
    } catch (IOException | RuntimeException e) {
      problems.add("usage reports cannot be read, the last ones are shown: " + e);
      return Optional.empty();
    }
    ClusterUsage usage =
        monitor.observe(
            reports,
            nowMillis,
            staleMillis,
            SPAN_PERIODS * now.get(Settings.PLANNER_PERIOD_MILLIS) / 1000.0);
    problems.addAll(usage.problems());
    return Optional.of(usage);
  }

  /** Who owns a table or did something; the tenants known before if the platform cannot say. */
  private Set<TenantId> tenants(ClusterUsage usage, List<String> problems) {
    Set<TenantId> tenants = new TreeSet<>();
    try {
      tenants.addAll(cluster.tenants());
      lastTenants = new TreeSet<>(tenants);
    } catch (IOException | RuntimeException e) {
      problems.add("tenants cannot be listed, the ones known before are used: " + e);
      tenants.addAll(lastTenants);
      if (lastPlan != null) {
        lastPlan.reservations().forEach(r -> tenants.add(r.tenant()));
      }
    }
    usage
        .tenants()
        .forEach(
            (tenant, u) -> {
              if (u.totalOperationsPerSecond() > 0) {
                tenants.add(tenant);
              }
            });
    return tenants;
  }

  /**
   * Plans that do not fit are replaced at once; else a plan is made each period, or when a workload
   * has shifted, as soon as all reports are of the present plan and enough is known of everybody.
   */
  private boolean isDue(
      Settings now,
      long nowMillis,
      Optional<Plan> present,
      Optional<Plan> pin,
      PerformanceModel.Assessment assessment) {
    Set<TenantId> tenants = new TreeSet<>();
    assessment.tenants().forEach(model -> tenants.add(model.tenant()));
    if (!present.isPresent() || pin.isPresent() || !fits(present, tenants)) {
      return true;
    }
    long sinceMillis = nowMillis - plannedMillis;
    long periodMillis = now.get(Settings.PLANNER_PERIOD_MILLIS);
    boolean early = now.get(Settings.PLANNER_SHIFT_ENABLED) && monitor.isNewlySettled();
    boolean wanted = !planned || early || sinceMillis >= periodMillis;
    return (wanted && !assessment.isProvisional() && monitor.isSettled(present.get().version()))
        || sinceMillis >= PATIENCE_PERIODS * periodMillis
        || sinceMillis < 0;
  }

  private void publish(Plan plan, List<String> problems) {
    try {
      store.write(Document.PLAN, WireFormat.write(plan));
      highestVersion = plan.version();
      lastPlan = plan;
      planned = plan.mode() != Plan.Mode.EQUAL;
      LOG.info("Published {}: {}", plan, plan.explanation().reason());
    } catch (IOException | RuntimeException e) {
      planned = false;
      problems.add("plan v" + plan.version() + " cannot be stored, next tick tries again: " + e);
    }
  }

  private void log(List<String> problems) {
    if (!problems.equals(loggedProblems)) {
      problems.forEach(problem -> LOG.warn("{}", problem));
      loggedProblems = new ArrayList<>(problems);
    }
  }
}
