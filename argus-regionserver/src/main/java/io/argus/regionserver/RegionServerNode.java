package io.argus.regionserver;

import io.argus.core.ClusterDocuments;
import io.argus.core.HookRegistry;
import io.argus.core.HookStatus;
import io.argus.core.Settings;
import io.argus.core.TenantId;
import io.argus.core.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.page.ServerPage;
import io.argus.regionserver.scheduler.BackgroundWork;
import io.argus.regionserver.scheduler.HdfsBytes;
import io.argus.regionserver.scheduler.RequestRecord;
import io.argus.regionserver.scheduler.RequestRunner;
import io.argus.regionserver.scheduler.TenantScheduler;
import java.nio.charset.StandardCharsets;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of Argus on one region server; its hooks, which the platform makes one by one, meet
 * here.
 *
 * <p>Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 * @param <C> the platform's call
 */
public final class RegionServerNode<T, C> {
  /** Names of the hooks in logs, reports and the page. */
  public static final String CACHE_HOOK = "cache";

  public static final String SCHEDULER_HOOK = "scheduler";
  public static final String BACKGROUND_HOOK = "background";
  public static final String SCANS_HOOK = "scans";
  public static final String WRITES_HOOK = "writes";
  private static final String PLAN_HOOK = "plan";
  private static final String REPORT_HOOK = "report";

  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  private final Settings settings;
  private final HookRegistry hooks = new HookRegistry(RegionServerNode::log);
  private final TableTenants<T> tenants;
  private final WorkloadMonitor monitor = new WorkloadMonitor();
  private final PlanApplier plans = new PlanApplier(System::currentTimeMillis);
  private final TenantScheduler<TenantRequest<C>> scheduler;
  private final WrittenBytes written;
  private final UsageReporter reporter;
  private volatile byte[] lastReport = "{}".getBytes(StandardCharsets.UTF_8);
  private final ArgusPage page = ServerPage.of(() -> lastReport);

  /**
   * @param handlers how many requests may use a handler at once
   */
  public RegionServerNode(
      Settings settings,
      int handlers,
      TableDirectory<T> tables,
      HdfsBytes hdfsBytes,
      RequestRunner<TenantRequest<C>> runner) {
    this.settings = settings;
    settings.problems().forEach(problem -> LOG.error("{}", problem));
    this.tenants = new TableTenants<>(tables, settings.get(Settings.TENANT_RULES), hooks);
    this.scheduler =
        new TenantScheduler<>(
            settings, handlers, hdfsBytes, runner, this::finished, System::nanoTime);
    plans.addTarget(scheduler::apply);
    this.written = new WrittenBytes(monitor, scheduler);
    this.reporter = new UsageReporter(monitor, scheduler, plans, hooks, System::nanoTime);
  }

  private static void log(HookStatus status) {
    if (status.isActive()) {
      LOG.info("Argus: {}", status);
    } else {
      LOG.warn("Argus: {}", status);
    }
  }

  private void finished(TenantRequest<C> request, RequestRecord record) {
    monitor.record(
        record.tenant(),
        request.kind(),
        request.operations(),
        record.queueWaitNanos(),
        record.hdfsWaitNanos(),
        record.hdfsReadNanos(),
        record.handlerNanos(),
        record.hdfsReadBytes());
    if (request.keyHash() != TenantRequest.NO_KEY) {
      monitor.recordKey(record.tenant(), request.keyHash());
    }
  }

  /** Whether calls go through the tenant scheduler at all. */
  public boolean schedules() {
    return settings.get(Settings.SCHEDULER_ENABLED)
        && settings.get(Settings.MODE) != Settings.Mode.OFF;
  }

  /**
   * Queues a call: in its tenant's queue, or before all others if it is no tenant's.
   *
   * @param bytes size of the call
   * @return false if this tenant's queue is full or the scheduler has stopped
   */
  public boolean offer(TenantRequest<C> request, long bytes) {
    TenantId tenant = request.tenant();
    return tenant == null
        ? scheduler.offerDirect(request)
        : scheduler.offer(tenant, request.kind(), bytes, request);
  }

  /** Whether the block cache is to be partitioned; says in the hook's state why not. */
  public boolean partitionsCache() {
    if (!settings.get(Settings.CACHE_ENABLED)) {
      hooks.inactive(CACHE_HOOK, Settings.CACHE_ENABLED.key() + " is false");
      return false;
    }
    if (settings.get(Settings.MODE) != Settings.Mode.ENFORCE) {
      hooks.inactive(CACHE_HOOK, Settings.MODE.key() + " is not enforce");
      return false;
    }
    return true;
  }

  /**
   * Notes that the block cache is not the one that Argus can partition.
   *
   * @param present what it is
   */
  public void foreignCache(String present) {
    hooks.inactive(
        CACHE_HOOK,
        "the block cache is " + present + ": Argus can partition HBase's on-heap LRU cache only");
  }

  /** Notes that the block cache could not be replaced. */
  public void cacheStays(Throwable cause) {
    hooks.inactive(CACHE_HOOK, "could not take the place of HBase's cache: " + cause);
    LOG.error("The block cache stays HBase's own", cause);
  }

  /** Returns a cache of that size whose partitions follow the plan. */
  public <K, V> TenantBlockCache<K, V> createCache(
      long capacityBytes, BlockReferences<K, V> references, BlockFiles<K, V, T> files) {
    PartitionedCache<K, V> blocks = new PartitionedCache<>(capacityBytes, references);
    plans.addTarget(blocks::apply);
    reporter.cache(blocks::statistics, blocks::capacityBytes);
    return new TenantBlockCache<>(blocks, files, tenants, scheduler.gate(), hooks);
  }

  /** Connects with the planner. */
  public void followPlan(ClusterDocuments documents) {
    try {
      hooks.active(PLAN_HOOK);
      documents.watch(ClusterDocuments.PLAN, this::planChanged);
      documents.watch(ClusterDocuments.STATUS, status -> plans.plannerIsAlive());
    } catch (RuntimeException | LinkageError e) {
      planIsOutOfReach(e);
    }
  }

  /** Notes that there is no way to the planner. */
  public void planIsOutOfReach(Throwable cause) {
    hooks.inactive(PLAN_HOOK, "not connected with the planner, equal reservation: " + cause);
    LOG.error("This region server is not connected with the planner", cause);
  }

  private void planChanged(byte @Nullable [] stored) {
    plans.accept(stored);
    String problem = plans.problem();
    if (problem.isEmpty()) {
      hooks.active(PLAN_HOOK);
    } else {
      hooks.inactive(PLAN_HOOK, problem);
    }
  }

  /** Notes that nobody will ask for reports. */
  public void willNotReport(Throwable cause) {
    hooks.inactive(REPORT_HOOK, "nothing will be reported: " + cause);
    LOG.error("This region server will not report to the planner", cause);
  }

  /**
   * Closes the present window and reports what happened in it. Throws nothing.
   *
   * @param server name of this region server
   */
  public void report(ClusterDocuments documents, Supplier<String> server) {
    try {
      String name = server.get();
      documents.writeEphemeral(ClusterDocuments.usageOf(name), newReport(name));
      hooks.active(REPORT_HOOK);
    } catch (Exception | LinkageError e) {
      hooks.inactive(REPORT_HOOK, "the last report failed: " + e);
      LOG.debug("Report failed", e);
    }
  }

  private byte[] newReport(String server) {
    tenants.refresh();
    byte[] report = WireFormat.write(reporter.report(server, System.currentTimeMillis()));
    lastReport = report;
    plans.checkStale(settings.get(Settings.PLAN_STALE_MILLIS), reporter.tenants());
    return report;
  }

  public ArgusPage page() {
    return page;
  }

  public int reportPeriodMillis() {
    return Math.toIntExact(settings.get(Settings.REPORT_PERIOD_MILLIS));
  }

  /** Books bytes written to HDFS for a table: WAL or flush. Throws nothing. */
  public void written(T table, long bytes) {
    book(table, bytes, false);
  }

  /** Books bytes that a compaction wrote, which may have paid for them. Throws nothing. */
  public void compacted(T table, long bytes) {
    book(table, bytes, pricesCompactions());
  }

  private void book(T table, long bytes, boolean paid) {
    try {
      TenantId tenant = tenants.tenantOf(table).orElse(null);
      if (tenant == null || bytes <= 0) {
        return;
      }
      if (paid) {
        written.addPaid(tenant, bytes);
      } else {
        written.add(tenant, bytes);
      }
    } catch (RuntimeException | LinkageError e) {
      hooks.fault(WRITES_HOOK, e);
    }
  }

  /** Whether compactions pay for their bytes, and wait for their tenant's turn at HDFS. */
  public boolean pricesCompactions() {
    return schedules() && settings.get(Settings.BACKGROUND_ENABLED);
  }

  /**
   * The way through the HDFS gate of a compaction that the calling thread begins; null if it goes
   * as HBase lets it.
   *
   * @param urgency 0 while the compaction can wait, 1 or more when its store blocks writes
   */
  public @Nullable BackgroundWork compaction(T table, DoubleSupplier urgency) {
    try {
      TenantId tenant = pricesCompactions() ? tenants.tenantOf(table).orElse(null) : null;
      return tenant == null ? null : scheduler.background(tenant, urgency);
    } catch (RuntimeException | LinkageError e) {
      hooks.fault(BACKGROUND_HOOK, e);
      return null;
    }
  }

  /** Whether scans are divided into pieces at all. */
  public boolean dividesScans() {
    return schedules() && settings.get(Settings.SCAN_PAUSE_LIMIT_MILLIS) > 0;
  }

  /** Whether a new scanner of a table is to be divided into pieces. */
  public boolean dividesScans(T table) {
    return dividesScans() && tenants.tenantOf(table).isPresent();
  }

  public Settings settings() {
    return settings;
  }

  public HookRegistry hooks() {
    return hooks;
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
