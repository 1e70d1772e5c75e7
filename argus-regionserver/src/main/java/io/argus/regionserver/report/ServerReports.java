package io.argus.regionserver.report;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.LiveSettings;
import io.argus.core.documents.WireFormat;
import io.argus.core.metrics.MetricPublisher;
import io.argus.core.page.ArgusPage;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.ServerSetup.ModeOrigin;
import io.argus.core.settings.SettingNames;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Figure;
import io.argus.core.usage.Reason;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageReport;
import io.argus.regionserver.cache.PartitionStatistics;
import io.argus.regionserver.cpu.ThreadRole;
import io.argus.regionserver.handler.TenantScheduler;
import io.argus.regionserver.handler.TenantSnapshot;
import io.argus.regionserver.memstore.Memstores;
import io.argus.regionserver.metrics.ServerMetrics;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.plan.PlanApplier;
import io.argus.regionserver.rows.RowCache;
import io.argus.regionserver.runaway.RunawayWatch;
import io.argus.regionserver.tenants.TableTenants;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the usage report of one region server once a period, from its monitor, scheduler and block
 * cache; sends it to the planner, and shows it on the server's page and in the platform's metrics.
 *
 * <p>Safe for use by any thread.
 */
public final class ServerReports {
  private static final long MAX_TICK_MILLIS = 250;

  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final WorkloadMonitor monitor;
  private final TenantScheduler<?> scheduler;
  private final PlanApplier plans;
  private final ComponentRegistry components;
  private final LiveSettings live;
  private final TableTenants<?> tenants;
  private volatile @Nullable Settings reportedSettings;
  private volatile long reportedNanos = System.nanoTime();
  private volatile @Nullable UsageReport last;
  private final ArgusPage page = ServerPage.of(this::lastJson);
  private final ReportDelivery delivery = new ReportDelivery(System::nanoTime);
  private volatile MetricPublisher metrics = MetricPublisher.none();
  private volatile List<String> unknownKeys = Collections.emptyList();
  private volatile String blockCache = "";
  private volatile String offFile = "";
  private volatile @Nullable RunawayWatch runaways;
  private volatile Supplier<List<RowCache.Figures>> rows = Collections::emptyList;

  /** Used by the thread that sends. */
  private final ModeGuard guard;

  @GuardedBy("this")
  private final CacheUsage cache = new CacheUsage();

  @GuardedBy("this")
  private final RunningTotals totals = new RunningTotals();

  private final RegionCounters<?> regions;
  private final Memstores<?> memstores;

  @GuardedBy("this")
  private @Nullable CpuUsage cpu;

  @GuardedBy("this")
  private long windowStartNanos = reportedNanos;

  @GuardedBy("this")
  private Map<TenantId, TenantSnapshot> snapshotsBefore = new HashMap<>();

  /**
   * @param tenants refreshed before each report
   */
  public ServerReports(
      WorkloadMonitor monitor,
      TenantScheduler<?> scheduler,
      PlanApplier plans,
      ComponentRegistry components,
      LiveSettings live,
      TableTenants<?> tenants,
      RegionCounters<?> regions,
      Memstores<?> memstores) {
    this.monitor = monitor;
    this.scheduler = scheduler;
    this.plans = plans;
    this.components = components;
    this.live = live;
    this.guard = new ModeGuard(live);
    this.tenants = tenants;
    this.regions = regions;
    this.memstores = memstores;
  }

  /** Adds a level of the block cache, which starts later than the scheduler, or never. */
  public synchronized void cacheLevel(
      Supplier<List<PartitionStatistics>> statistics, LongSupplier capacityBytes) {
    cache.add(statistics, capacityBytes);
  }

  /**
   * Sends reports to the active master itself, where it takes them.
   *
   * @param thread runs the calls, one at a time
   */
  public void callMaster(MasterEndpoint master, Executor thread) {
    delivery.call(master, thread);
  }

  /** Notes the master's sign of life, null if there is none. */
  public void plannerSigned(byte @Nullable [] stored) {
    if (stored != null && stored.length > 0) {
      plans.plannerIsAlive();
      delivery.received(stored);
    }
  }

  /** Publishes the figures of rows that answer gets from now on. */
  public void rows(Supplier<List<RowCache.Figures>> figures) {
    rows = figures;
  }

  /** Reports what requests exceeded limits from now on. */
  public void watch(RunawayWatch watch) {
    runaways = watch;
  }

  /** Notes what the server's block cache is, for operators. */
  public void blockCacheIs(String description) {
    blockCache = description;
  }

  /** Notes which file switches Argus off on this server, for operators. */
  public void offFileIs(String path) {
    offFile = path;
  }

  /**
   * Reports CPU time from now on.
   *
   * @param roles the role of a thread of this server by its name
   */
  public synchronized void measureCpu(Function<String, ThreadRole> roles) {
    try {
      cpu = new CpuUsage(scheduler, roles);
      components.active(Component.CPU);
    } catch (RuntimeException | LinkageError e) {
      noCpu(e);
    }
  }

  @GuardedBy("this")
  private void noCpu(Throwable cause) {
    cpu = null;
    components.put(Component.CPU, Reason.NOT_OFFERED, cause.toString());
  }

  /** Notes that no reports will be sent. */
  public void cannotBeSent(Throwable cause) {
    components.failed(Component.REPORT, cause);
    LOG.error("This region server will not report to the planner", cause);
  }

  /** Returns how often to ask {@link #isDue}, in milliseconds. */
  public int tickMillis() {
    return (int) Math.min(MAX_TICK_MILLIS, live.site().get(Settings.REPORT_PERIOD_MILLIS));
  }

  /**
   * Whether to {@link #send} now: once a report period, which the master may stretch, and after a
   * change of settings.
   */
  public boolean isDue() {
    long sinceNanos = System.nanoTime() - reportedNanos;
    long slackNanos = TimeUnit.MILLISECONDS.toNanos(MAX_TICK_MILLIS) / 5;
    return live.get() != reportedSettings
        || sinceNanos + slackNanos
            >= TimeUnit.MILLISECONDS.toNanos(
                delivery.periodMillis(live.get().get(Settings.REPORT_PERIOD_MILLIS)));
  }

  /**
   * Says which region server this is, so that a mode of its own counts before its first report.
   * Throws nothing.
   *
   * @param server host, port and start code
   */
  public void startsOn(ClusterDocuments documents, Supplier<String> server) {
    guard.startsOn(documents, server);
  }

  /**
   * Ends the current window and sends its report. Throws nothing.
   *
   * @param server name of this region server
   */
  public void send(ClusterDocuments documents, Supplier<String> server) {
    try {
      boolean urgent = live.get() != reportedSettings;
      UsageReport report = guarded(documents, next(server.get()));
      components.active(Component.REPORT);
      delivery.deliver(documents, report, urgent, this::failed);
    } catch (Exception | LinkageError e) {
      failed(e);
    }
  }

  private UsageReport guarded(ClusterDocuments documents, UsageReport report) {
    guard.windowEnded(documents, report);
    ServerSetup setup = report.setup();
    UsageReport said = report.with(setup.withMode(setup.modeOrigin(), guard.sentence()));
    last = said;
    return said;
  }

  private void failed(Throwable why) {
    components.put(Component.REPORT, Reason.LAST_REPORT_FAILED, why.toString());
    LOG.debug("Report failed", why);
  }

  private byte[] lastJson() {
    UsageReport report = last;
    return report == null ? "{}".getBytes(StandardCharsets.UTF_8) : WireFormat.write(report);
  }

  private synchronized UsageReport next(String server) {
    Settings settings = live.get();
    ModeOrigin origin = live.modeOrigin();
    reportedSettings = settings;
    reportedNanos = System.nanoTime();
    tenants.refresh();
    long now = System.nanoTime();
    double seconds = Math.max(1e-3, (now - windowStartNanos) / 1e9);
    windowStartNanos = now;
    SortedMap<TenantId, TenantUsage.Builder> usages = new TreeMap<>(monitor.drain(seconds));
    cache.addTo(tenant -> builder(usages, tenant), seconds);
    List<TenantSnapshot> snapshots = scheduler.snapshot();
    List<UsageReport.ClassUsage> classes = classes(snapshots, seconds);
    addSnapshots(usages, snapshots, seconds);
    ServerCpu used = addCpu(usages, snapshots, seconds);
    regions.addTo(tenant -> builder(usages, tenant), seconds);
    memstores.addTo(tenant -> builder(usages, tenant));
    List<RowCache.Figures> ofRows = rows.get();
    ofRows.forEach(
        each -> builder(usages, each.tenant()).set(Figure.ROWS_COULD_SAVE_READS, each.couldSave()));
    totals.addTo(usages);
    RunawayWatch watch = runaways;
    UsageReport usage =
        new UsageReport(
                server,
                System.currentTimeMillis(),
                seconds,
                plans.plan().version(),
                cache.capacityBytes(),
                scheduler.hdfsCapacityPerSecond(),
                components.statuses(),
                usages.values().stream()
                    .map(TenantUsage.Builder::build)
                    .collect(Collectors.toList()))
            .with(used)
            .withClasses(classes)
            .with(
                ServerSetup.of(
                        settings,
                        unknownKeys,
                        scheduler.handlerSlots(),
                        scheduler.ioConcurrencyLimit(),
                        blockCache)
                    .withOffFile(offFile, live.isSwitchedOff())
                    .withMode(origin, "")
                    .withCaps(scheduler.capsVersion())
                    .withIdleRules(idleRules()))
            .withRunaways(watch == null ? Collections.emptyList() : watch.hits());
    last = usage;
    publish(usage, ofRows);
    plans.checkStale(settings.get(Settings.PLAN_STALE_MILLIS), usages.keySet());
    return usage;
  }

  private List<String> idleRules() {
    List<String> idle = new ArrayList<>(tenants.idleRules());
    RunawayWatch watch = runaways;
    if (watch != null) {
      idle.addAll(watch.idleRules());
    }
    return idle;
  }

  @GuardedBy("this")
  private ServerCpu addCpu(
      SortedMap<TenantId, TenantUsage.Builder> usages,
      List<TenantSnapshot> snapshots,
      double seconds) {
    CpuUsage current = cpu;
    if (current == null) {
      return ServerCpu.UNKNOWN;
    }
    try {
      return current.addTo(tenant -> builder(usages, tenant), snapshots, seconds);
    } catch (RuntimeException | LinkageError e) {
      noCpu(e);
      return ServerCpu.UNKNOWN;
    }
  }

  @GuardedBy("this")
  private void addSnapshots(
      SortedMap<TenantId, TenantUsage.Builder> usages,
      List<TenantSnapshot> snapshots,
      double seconds) {
    Map<TenantId, TenantSnapshot> now = new HashMap<>();
    for (TenantSnapshot snapshot : snapshots) {
      now.put(snapshot.tenant(), snapshot);
      addSnapshot(builder(usages, snapshot.tenant()), snapshot, seconds);
    }
    snapshotsBefore = now;
  }

  @GuardedBy("this")
  private void addSnapshot(TenantUsage.Builder usage, TenantSnapshot snapshot, double seconds) {
    @Nullable TenantSnapshot before = snapshotsBefore.get(snapshot.tenant());
    long rejectedBefore = before == null ? 0 : before.rejected();
    long backloggedBefore = before == null ? 0 : before.backloggedNanos();
    long heldBefore = before == null ? 0 : before.heldByCap();
    long delayedBefore = before == null ? 0 : before.delayedReads();
    usage.set(Figure.IO_COST_FACTOR, snapshot.ioCostFactor());
    usage.count(UsageCounter.REJECTED, since(snapshot.rejected(), rejectedBefore));
    usage.set(Figure.CAPPED, perSecond(snapshot.heldByCap(), heldBefore, seconds));
    usage.set(Figure.CAP_USE, capUse(snapshot, before, seconds));
    long writesHeldBefore = before == null ? 0 : before.writesHeld();
    usage.set(Figure.HELD_WRITES, perSecond(snapshot.writesHeld(), writesHeldBefore, seconds));
    long callsHeldBefore = before == null ? 0 : before.callsHeld();
    usage.set(Figure.HELD_CALLS, perSecond(snapshot.callsHeld(), callsHeldBefore, seconds));
    usage.set(Figure.DELAYED_READS, perSecond(snapshot.delayedReads(), delayedBefore, seconds));
    usage.queue(
        snapshot.queueLength() + snapshot.waitingForHdfs(),
        perSecond(snapshot.rejected(), rejectedBefore, seconds),
        Math.min(1, perSecond(snapshot.backloggedNanos(), backloggedBefore, seconds) / 1e9));
  }

  private static double capUse(
      TenantSnapshot now, @Nullable TenantSnapshot before, double seconds) {
    return Math.max(0, now.capSeconds() - (before == null ? 0 : before.capSeconds())) / seconds;
  }

  @GuardedBy("this")
  private List<UsageReport.ClassUsage> classes(List<TenantSnapshot> snapshots, double seconds) {
    List<UsageReport.ClassUsage> classes = new ArrayList<>();
    for (TenantSnapshot snapshot : snapshots) {
      Map<String, TenantSnapshot.OfClass> before = new HashMap<>();
      @Nullable TenantSnapshot last = snapshotsBefore.get(snapshot.tenant());
      if (last != null) {
        last.classes().forEach(each -> before.put(each.name(), each));
      }
      for (TenantSnapshot.OfClass each : snapshot.classes()) {
        TenantSnapshot.OfClass then = before.get(each.name());
        if (then != null) { // else it counts from the next report on
          classes.add(
              new UsageReport.ClassUsage(
                      snapshot.tenant(),
                      each.name(),
                      perSecond(each.operations(), then.operations(), seconds),
                      perSecond(each.waitedNanos(), then.waitedNanos(), seconds) / 1e9,
                      perSecond(each.servedNanos(), then.servedNanos(), seconds) / 1e9)
                  .withCap(
                      Math.max(0, each.capSeconds() - then.capSeconds()) / seconds,
                      perSecond(each.heldByCap(), then.heldByCap(), seconds),
                      perSecond(each.capWaitNanos(), then.capWaitNanos(), seconds) / 1e9));
        }
      }
    }
    return classes;
  }

  private static TenantUsage.Builder builder(
      SortedMap<TenantId, TenantUsage.Builder> usages, TenantId tenant) {
    return usages.computeIfAbsent(tenant, TenantUsage::builder);
  }

  /** A partition or queue that is new since the last window counts from 0. */
  private static double perSecond(long now, long before, double seconds) {
    return (double) since(now, before) / seconds;
  }

  private static long since(long now, long before) {
    return Math.max(0, now >= before ? now - before : now);
  }

  private void publish(UsageReport report, List<RowCache.Figures> ofRows) {
    try {
      metrics.publish(
          ServerMetrics.of(
              report, scheduler.snapshot(), monitor.responseTimes(), ofRows, live.get()));
      components.active(Component.METRICS);
    } catch (RuntimeException | LinkageError e) {
      components.failed(Component.METRICS, e);
    }
  }

  /** Sets where the metrics go after each report. */
  public void metrics(MetricPublisher publisher) {
    metrics = publisher;
  }

  /** Reports {@code argus.*} keys of the configuration that Argus does not have. */
  public void unknownKeys(List<String> keys) {
    unknownKeys = keys;
    keys.forEach(key -> LOG.warn("{}", SettingNames.noEffect(key)));
  }

  /** Returns this server's page. */
  public ArgusPage page() {
    return page;
  }
}
