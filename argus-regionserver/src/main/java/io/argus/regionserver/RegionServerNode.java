package io.argus.regionserver;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.ComponentStatus;
import io.argus.regionserver.cache.BlockFiles;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.cache.RecentFiles;
import io.argus.regionserver.handler.HandlerRequest;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.plan.LocalSwitch;
import io.argus.regionserver.plan.PlanApplier;
import io.argus.regionserver.plan.TasksInOrder;
import io.argus.regionserver.report.MasterEndpoint;
import io.argus.regionserver.report.RegionCounters;
import io.argus.regionserver.report.ServerReports;
import io.argus.regionserver.tenants.TableDirectory;
import io.argus.regionserver.tenants.TableTenants;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Argus on one region server: what all its components share. The platform puts the components in
 * place one by one, each through a method of this class.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 * @param <C> the platform's call
 */
public final class RegionServerNode<T, C> {
  /** Names of the components in logs, reports and the page. */
  public static final String CACHE_COMPONENT = "cache";

  public static final String SCHEDULER_COMPONENT = "scheduler";
  public static final String BACKGROUND_COMPONENT = "background";
  public static final String SCANS_COMPONENT = "scans";
  public static final String WRITES_COMPONENT = "writes";
  public static final String METERING_COMPONENT = "metering";
  private static final String PLAN_COMPONENT = "plan";
  private static final String SETTINGS_COMPONENT = "settings";

  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final LiveSettings live;
  private final LocalSwitch localSwitch;
  private final ComponentRegistry components = new ComponentRegistry(RegionServerNode::log);
  private final TableTenants<T> tenants;
  private final RecentFiles<T> tableOfFile = new RecentFiles<>();
  private final List<TenantBlockIndex<?, ?>> indexes = new CopyOnWriteArrayList<>();
  private final WorkloadMonitor monitor = new WorkloadMonitor();
  private final PlanApplier plans = new PlanApplier(System::currentTimeMillis, System::nanoTime);
  private final TenantScheduler<TenantRequest<C>> scheduler;
  private final HdfsWrites<T> writes;
  private final RegionCounters<T> regions;
  private final ServerReports reports;
  private final TasksInOrder documentLooks = new TasksInOrder("argus-documents");
  private final TasksInOrder reportCalls = new TasksInOrder("argus-report-calls");
  private volatile boolean schedulerInPlace;
  private volatile boolean schedulerGaveUp;
  private volatile boolean schedulerLeftOut;
  private volatile boolean scansInPlace;
  private volatile boolean backgroundInPlace;
  private volatile boolean cacheInPlace;
  private volatile boolean followsShares;
  private final List<Closeable> owned = new CopyOnWriteArrayList<>();

  /**
   * @param handlers the most handler slots
   */
  public RegionServerNode(
      Settings settings,
      int handlers,
      TableDirectory<T> tables,
      HdfsBytes hdfsBytes,
      RequestRunner<TenantRequest<C>> runner) {
    this.live = new LiveSettings(settings);
    this.localSwitch = new LocalSwitch(live);
    settings.problems().forEach(problem -> LOG.error("{}", problem));
    this.tenants = new TableTenants<>(tables, settings.get(Settings.TENANT_RULES), components);
    this.scheduler =
        new TenantScheduler<>(settings, handlers, hdfsBytes, runner, this::ended, System::nanoTime);
    scheduler.onFault(this::schedulerFault);
    plans.addTarget(scheduler::apply);
    this.writes =
        new HdfsWrites<>(tenants, monitor, scheduler, components, this::chargesCompactions);
    this.regions = new RegionCounters<>(tenants);
    this.reports = new ServerReports(monitor, scheduler, plans, components, live, tenants, regions);
    live.onChange(scheduler::configure);
    live.onChange(this::showState);
  }

  private static void log(ComponentStatus status) {
    if (status.isActive()) {
      LOG.info("Argus: {}", status);
    } else {
      LOG.warn("Argus: {}", status);
    }
  }

  private void schedulerFault(Throwable fault) {
    components.fault(SCHEDULER_COMPONENT, fault);
    if (schedulerInPlace && scheduler.hasGivenUp()) {
      schedulerInPlace = false;
      schedulerGaveUp = true;
      components.failed(
          SCHEDULER_COMPONENT,
          "could not choose the next request, all go to HBase until this server restarts: "
              + fault);
    }
  }

  private void ended(HandlerRequest<TenantRequest<C>> ended) {
    TenantRequest<C> request = ended.request();
    monitor.record(ended, request.operations(), request.keyHash());
  }

  /** Whether calls go through the tenant scheduler now. */
  public boolean schedules() {
    Settings now = live.get();
    return now.get(Settings.MODE) != Settings.Mode.OFF
        && now.get(Settings.SCHEDULER_ENABLED)
        && !schedulerGaveUp
        && !schedulerLeftOut;
  }

  private static String whyNotScheduling(Settings now) {
    if (!now.get(Settings.SCHEDULER_ENABLED)) {
      return Settings.SCHEDULER_ENABLED.key() + " is false";
    }
    return now.get(Settings.MODE) == Settings.Mode.OFF ? Settings.MODE.key() + " is off" : "";
  }

  private static String whyNotDividingScans(Settings now) {
    return now.get(Settings.SCAN_PAUSE_LIMIT_MILLIS) > 0
        ? whyNotScheduling(now)
        : Settings.SCAN_PAUSE_LIMIT_MILLIS.key() + " is 0";
  }

  private static String whyNotChargingCompactions(Settings now) {
    return now.get(Settings.BACKGROUND_ENABLED)
        ? whyNotScheduling(now)
        : Settings.BACKGROUND_ENABLED.key() + " is false";
  }

  private static String whyNotPartitioning(Settings now) {
    if (!now.get(Settings.CACHE_ENABLED)) {
      return Settings.CACHE_ENABLED.key() + " is false: one cache for all";
    }
    return now.get(Settings.MODE) == Settings.Mode.ENFORCE
        ? ""
        : Settings.MODE.key() + " is not enforce: one cache for all";
  }

  private void showState(Settings now) {
    if (schedulerInPlace) {
      show(SCHEDULER_COMPONENT, whyNotScheduling(now));
    }
    if (cacheInPlace) {
      show(CACHE_COMPONENT, whyNotPartitioning(now));
    }
    if (scansInPlace) {
      show(SCANS_COMPONENT, whyNotDividingScans(now));
    }
    if (backgroundInPlace) {
      show(BACKGROUND_COMPONENT, whyNotChargingCompactions(now));
    }
    show(SETTINGS_COMPONENT, String.join("; ", live.problems()));
  }

  private void show(String component, String whyNot) {
    if (whyNot.isEmpty()) {
      components.active(component);
    } else {
      boolean here = live.isSwitchedOff();
      components.disabled(component, whyNot + (here ? ", by " + localSwitch.file() : ""));
    }
  }

  /** Notes that the platform's observer of scans is in every region that opens from now on. */
  public void scansAreInPlace() {
    scansInPlace = true;
    showState(live.get());
  }

  /** Notes that the platform begins each compaction by {@link #writes}. */
  public void backgroundIsInPlace() {
    backgroundInPlace = true;
    showState(live.get());
  }

  /** Notes that the platform keeps its own queue until the server restarts, whatever is set. */
  public void schedulerIsLeftOut() {
    schedulerLeftOut = true;
    for (String component :
        new String[] {SCHEDULER_COMPONENT, SCANS_COMPONENT, BACKGROUND_COMPONENT}) {
      components.disabled(
          component,
          "argus.mode was off, or argus.scheduler.enabled false, when this server started; to"
              + " switch it on, restart");
    }
  }

  /** Notes that the platform calls {@link #offer} while {@link #schedules}. */
  public void schedulerIsInPlace() {
    schedulerInPlace = true;
    showState(live.get());
  }

  /**
   * Notes that the server uses the cache made by {@link #createCache}.
   *
   * @param what HBase's block cache, for operators
   */
  public void cacheIsInPlace(String what) {
    cacheInPlace = true;
    reports.blockCacheIs(what);
    showState(live.get());
  }

  /**
   * Queues a call: in its tenant's queue, or before all others if it belongs to no tenant.
   *
   * @param bytes size of the call
   * @return false if its tenant's queue is full or the scheduler has stopped
   */
  public boolean offer(TenantRequest<C> request, long bytes) {
    TenantId tenant = request.tenant();
    return tenant == null
        ? scheduler.offerDirect(request)
        : scheduler.offer(tenant, request.kind(), bytes, request);
  }

  /**
   * Whether the block cache is to be replaced when the server starts, also where it is not to be
   * partitioned yet. If not, the component is disabled and says why.
   */
  public boolean replacesCache() {
    Settings now = live.get();
    if (now.get(Settings.CACHE_ENABLED) && now.get(Settings.MODE) != Settings.Mode.OFF) {
      return true;
    }
    components.disabled(
        CACHE_COMPONENT,
        "argus.mode was off, or argus.cache.enabled false, when this server started; to switch it"
            + " on, restart");
    return false;
  }

  /**
   * Notes that Argus cannot partition the block cache.
   *
   * @param current what cache it is
   */
  public void foreignCache(String current) {
    reports.blockCacheIs(current);
    components.unsupported(
        CACHE_COMPONENT, "the block cache is " + current + ", which Argus cannot partition");
  }

  /** Notes that the cache which is in place does not work any more. */
  public void cacheIsGone(String why) {
    cacheInPlace = false;
    components.failed(CACHE_COMPONENT, why);
  }

  /** Notes that the block cache could not be replaced. */
  public void cacheStays(Throwable cause) {
    components.failed(CACHE_COMPONENT, "could not take the place of HBase's cache: " + cause);
    LOG.error("Argus could not replace HBase's block cache", cause);
  }

  /** Returns a cache of that size whose partitions follow the plan. */
  public <K, V> TenantBlockCache<K, V> createCache(
      long capacityBytes, BlockReferences<K, V> references, BlockFiles<K, V, T> files) {
    PartitionedCache<K, V> blocks = new PartitionedCache<>(capacityBytes, references);
    follow(blocks);
    return new TenantBlockCache<>(blocks, files, tenants, tableOfFile, scheduler.io(), components);
  }

  /**
   * Returns an index of a second cache level of that size, whose partitions follow the plan.
   *
   * @param firstLevel knows the tables of files
   */
  public <K, S> TenantBlockIndex<K, S> createIndex(
      long capacityBytes, BlockStorage<K, S> storage, TenantBlockCache<K, ?> firstLevel) {
    TenantBlockIndex<K, S> index =
        new TenantBlockIndex<>(
            capacityBytes, storage, key -> firstLevel.ownerOfFile(key, null), components);
    follow(index.blocks());
    indexes.add(index);
    return index;
  }

  /**
   * Notes that a region opens a file of its table, or one that it shares with another table. Blocks
   * of that file that were cached before, and nobody's, are the tenant's now. Throws nothing.
   */
  public void opens(String file, T table) {
    try {
      tableOfFile.put(file, table);
      for (TenantBlockIndex<?, ?> index : indexes) {
        if (index.hasUnknown()) {
          index.assign(file, tenants.tenantOfAny(table).orElse(TenantId.SYSTEM));
        }
      }
    } catch (RuntimeException | LinkageError e) {
      components.fault(CACHE_COMPONENT, e);
    }
  }

  private void follow(PartitionedCache<?, ?> level) {
    plans.addTarget(level::apply);
    live.onChange(now -> level.isolate(whyNotPartitioning(now).isEmpty()));
    reports.cacheLevel(
        () -> {
          level.dropIdle();
          return level.statistics();
        },
        level::capacityBytes);
  }

  /** Begins to watch the file that switches Argus off on this server alone. Throws nothing. */
  public void startLocalSwitch() {
    try {
      reports.offFileIs(localSwitch.file().getPath());
      localSwitch.start();
    } catch (RuntimeException | Error e) {
      components.failed(SETTINGS_COMPONENT, "no local switch: " + e);
    }
  }

  /** Has a connection that is Argus's own closed by {@link #stop}. */
  public void owns(Closeable connection) {
    owned.add(connection);
  }

  /** Ends the threads of Argus itself, and its connections. Throws nothing. */
  public void stop() {
    localSwitch.stop();
    documentLooks.stop();
    reportCalls.stop();
    for (Closeable connection : owned) {
      try {
        connection.close();
      } catch (IOException | RuntimeException | LinkageError e) {
        LOG.warn("A connection of Argus was not closed and ends by itself", e);
      }
    }
  }

  /** The thread that applies plans and settings, so that ZooKeeper's does not. */
  public Executor documentLooks() {
    return documentLooks;
  }

  /** Sends reports to the active master itself, where it takes them. */
  public void reportTo(MasterEndpoint master) {
    reports.callMaster(master, reportCalls);
  }

  /** Takes over the live keys of an hbase-site.xml that was read again. Throws nothing. */
  public void reload(Function<String, @Nullable String> source) {
    try {
      live.reload(source);
    } catch (RuntimeException | LinkageError e) {
      components.fault(SETTINGS_COMPONENT, e);
    }
  }

  /** Follows the planner's plans and the operators' changes of settings. Throws nothing. */
  public void followPlan(ClusterDocuments documents) {
    try {
      components.active(PLAN_COMPONENT);
      live.follow(documents, () -> {});
      documents.watch(ClusterDocuments.PLAN, this::planChanged);
      documents.watch(ClusterDocuments.ALIVE, reports::plannerSigned);
    } catch (RuntimeException | LinkageError e) {
      planIsOutOfReach(e);
    }
  }

  /**
   * Reports to the planner. The first time it also begins to follow the shares that plans have for
   * this server alone, as its name is known only now. Throws nothing.
   *
   * @param server name of this region server
   */
  public void report(ClusterDocuments documents, Supplier<String> server) {
    if (!followsShares) {
      try {
        documents.watch(ClusterDocuments.sharesOf(server.get()), this::sharesChanged);
        followsShares = true;
      } catch (RuntimeException | LinkageError e) {
        components.failed(PLAN_COMPONENT, "no shares of this server alone: " + e);
      }
    }
    reports.send(documents, server);
  }

  /** Notes that this server cannot reach the planner. */
  public void planIsOutOfReach(Throwable cause) {
    components.failed(
        PLAN_COMPONENT, "not connected with the planner, equal reservation: " + cause);
    LOG.error("This region server is not connected with the planner", cause);
  }

  private void planChanged(byte @Nullable [] stored) {
    plans.accept(stored);
    showPlanProblem();
  }

  private void sharesChanged(byte @Nullable [] stored) {
    plans.acceptShares(stored);
    showPlanProblem();
  }

  private void showPlanProblem() {
    String problem = plans.problem();
    if (problem.isEmpty()) {
      components.active(PLAN_COMPONENT);
    } else {
      components.failed(PLAN_COMPONENT, problem);
    }
  }

  /** What this server reports of itself. */
  public ServerReports reports() {
    return reports;
  }

  /** Books what this server writes to HDFS outside of requests. */
  public HdfsWrites<T> writes() {
    return writes;
  }

  /**
   * Reads what HBase itself counts of its regions. Throws nothing.
   *
   * @param online the regions that are open on this server
   * @param <R> the platform's region
   */
  public <R> void poll(
      Supplier<? extends Collection<? extends R>> online, RegionCounters.Reader<R, T> reader) {
    try {
      regions.poll(online.get(), reader);
      components.active(METERING_COMPONENT);
    } catch (RuntimeException | LinkageError e) {
      components.failed(METERING_COMPONENT, "rows and stored bytes are not counted: " + e);
    }
  }

  private boolean chargesCompactions() {
    return schedules() && live.get().get(Settings.BACKGROUND_ENABLED);
  }

  /** Whether scans are divided into pieces at all. */
  public boolean dividesScans() {
    return schedules() && live.get().get(Settings.SCAN_PAUSE_LIMIT_MILLIS) > 0;
  }

  /** Whether a new scanner of a table is to be divided into pieces. */
  public boolean dividesScans(T table) {
    return dividesScans() && tenants.tenantOf(table).isPresent();
  }

  /** The settings in force now. */
  public Settings settings() {
    return live.get();
  }

  public ComponentRegistry components() {
    return components;
  }

  public TableTenants<T> tenants() {
    return tenants;
  }

  public PlanApplier plans() {
    return plans;
  }

  public TenantScheduler<TenantRequest<C>> scheduler() {
    return scheduler;
  }
}
