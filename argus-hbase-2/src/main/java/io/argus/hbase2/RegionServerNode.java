package io.argus.hbase2;

import io.argus.core.HookRegistry;
import io.argus.core.HookStatus;
import io.argus.core.Settings;
import io.argus.core.TenantMapping;
import io.argus.core.WireFormat;
import io.argus.core.page.ArgusPage;
import io.argus.regionserver.PlanApplier;
import io.argus.regionserver.UsageReporter;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.monitor.WorkloadMonitor;
import io.argus.regionserver.page.ServerPage;
import io.argus.regionserver.scheduler.RequestRecord;
import io.argus.regionserver.scheduler.TenantScheduler;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Everything of Argus on one region server; its hooks, which HBase creates one by one, meet here.
 *
 * <p>Safe for use by any thread.
 */
final class RegionServerNode {
  private static final Logger LOG = LoggerFactory.getLogger("io.argus");

  /** One per region server of this process; several in HBase's mini cluster. */
  private static final Map<HRegionServer, RegionServerNode> NODES = new WeakHashMap<>();

  private final HRegionServer server;
  private final Settings settings;
  private final HookRegistry hooks = new HookRegistry(RegionServerNode::log);
  private final TableTenants tenants;
  private final FileTenants owners;
  private final WorkloadMonitor monitor = new WorkloadMonitor();
  private final PlanApplier plans = new PlanApplier(System::currentTimeMillis);
  private final TenantScheduler<TenantCall> scheduler;
  private final UsageReporter reporter;
  private volatile byte[] lastReport = "{}".getBytes(StandardCharsets.UTF_8);
  private final ArgusPage page = ServerPage.of(() -> lastReport);

  private RegionServerNode(HRegionServer server, Configuration conf) {
    this.server = server;
    this.settings = Settings.read(conf::get);
    settings.problems().forEach(problem -> LOG.error("{}", problem));
    this.tenants =
        new TableTenants(
            server,
            new TenantMapping(
                settings.get(Settings.TENANT_RULES), TenantMapping.Fallback.NAMESPACE));
    this.owners = new FileTenants(tenants::tenantOf);
    int handlers =
        conf.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    this.scheduler =
        new TenantScheduler<>(
            settings,
            handlers,
            new ThreadHdfsBytes()::readByThisThread,
            new CallExecutor(server, conf, handlers),
            this::finished,
            System::nanoTime);
    plans.addTarget(scheduler::apply);
    this.reporter = new UsageReporter(monitor, scheduler, plans, hooks, System::nanoTime);
  }

  /** Returns the node of a server, made at the first call. */
  static RegionServerNode of(HRegionServer server, Configuration conf) {
    synchronized (NODES) {
      return NODES.computeIfAbsent(server, s -> new RegionServerNode(s, conf));
    }
  }

  /** The node of a server, empty if none of Argus's hooks was made on it. */
  static Optional<RegionServerNode> of(HRegionServer server) {
    synchronized (NODES) {
      return Optional.ofNullable(NODES.get(server));
    }
  }

  /** Forgets the node of a server that ends. */
  static void forget(HRegionServer server) {
    synchronized (NODES) {
      NODES.remove(server);
    }
  }

  private static void log(HookStatus status) {
    if (status.isActive()) {
      LOG.info("Argus: {}", status);
    } else {
      LOG.warn("Argus: {}", status);
    }
  }

  private void finished(TenantCall call, RequestRecord record) {
    monitor.record(
        call.tenant(),
        call.kind(),
        call.operations(),
        record.queueWaitNanos(),
        record.hdfsWaitNanos(),
        record.hdfsReadNanos(),
        record.handlerNanos(),
        record.hdfsReadBytes());
    if (call.keyHash() != TenantCall.NO_KEY) {
      monitor.recordKey(call.tenant(), call.keyHash());
    }
  }

  /** Returns a cache of that size whose partitions follow the plan. */
  ArgusBlockCache createCache(long capacityBytes) {
    BlockCounts counts = new BlockCounts();
    PartitionedCache<BlockCacheKey, Cacheable> blocks =
        new PartitionedCache<>(capacityBytes, counts);
    plans.addTarget(blocks::apply);
    reporter.cache(blocks::statistics, blocks::capacityBytes);
    return new ArgusBlockCache(blocks, counts, owners, scheduler.gate(), hooks);
  }

  /** Whether calls go through the tenant scheduler at all. */
  boolean schedules() {
    return settings.get(Settings.SCHEDULER_ENABLED)
        && settings.get(Settings.MODE) != Settings.Mode.OFF;
  }

  /** Closes the present window and returns what happened in it, as {@link WireFormat} writes it. */
  byte[] report() {
    tenants.refresh();
    owners.refresh();
    byte[] report =
        WireFormat.write(
            reporter.report(server.getServerName().getServerName(), System.currentTimeMillis()));
    lastReport = report;
    plans.checkStale(settings.get(Settings.PLAN_STALE_MILLIS), reporter.tenants());
    return report;
  }

  ArgusPage page() {
    return page;
  }

  HRegionServer server() {
    return server;
  }

  Settings settings() {
    return settings;
  }

  HookRegistry hooks() {
    return hooks;
  }

  TableTenants tenants() {
    return tenants;
  }

  PlanApplier plans() {
    return plans;
  }

  TenantScheduler<TenantCall> scheduler() {
    return scheduler;
  }
}
