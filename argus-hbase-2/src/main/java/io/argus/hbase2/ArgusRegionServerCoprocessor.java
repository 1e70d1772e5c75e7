package io.argus.hbase2;

import io.argus.core.Settings;
import java.lang.reflect.Field;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ScheduledChore;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.coprocessor.regionserver.classes}: puts the partitioned cache in
 * the place of HBase's and connects the region server with the planner.
 */
@CoreCoprocessor
public final class ArgusRegionServerCoprocessor implements RegionServerCoprocessor {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRegionServerCoprocessor.class);
  private static final String PLAN_HOOK = "plan";
  private static final String REPORT_HOOK = "report";

  private @Nullable HRegionServer server;

  /**
   * Runs before the server registers and opens regions. Throws nothing: that would abort the
   * server.
   */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      HRegionServer host = hostOf(environment);
      server = host;
      RegionServerNode node = RegionServerNode.of(host, environment.getConfiguration());
      noteMissingScheduler(node, environment.getConfiguration());
      installCache(node);
      connect(node);
    } catch (Throwable t) {
      LOG.error("Argus is INACTIVE on this region server, which goes on without it", t);
    }
  }

  @Override
  public void stop(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    if (server != null) {
      RegionServerNode.forget(server);
    }
  }

  @SuppressWarnings("deprecation") // HBase's own word for it: a hack that lasts until HBase 3
  private static HRegionServer hostOf(CoprocessorEnvironment<?> environment) {
    return (HRegionServer)
        ((org.apache.hadoop.hbase.coprocessor.HasRegionServerServices) environment)
            .getRegionServerServices();
  }

  private static void noteMissingScheduler(RegionServerNode node, Configuration conf) {
    String factory = conf.get(RSRpcServices.REGION_SERVER_RPC_SCHEDULER_FACTORY_CLASS, "not set");
    if (!factory.equals(ArgusRpcSchedulerFactory.class.getName())) {
      node.hooks()
          .inactive(
              ArgusRpcScheduler.HOOK,
              RSRpcServices.REGION_SERVER_RPC_SCHEDULER_FACTORY_CLASS
                  + " is "
                  + factory
                  + ": must be "
                  + ArgusRpcSchedulerFactory.class.getName()
                  + ", with that class in "
                  + Settings.SCHEDULER_DELEGATE.key());
    }
  }

  private static void installCache(RegionServerNode node) {
    if (!node.settings().get(Settings.CACHE_ENABLED)) {
      node.hooks().inactive(ArgusBlockCache.HOOK, Settings.CACHE_ENABLED.key() + " is false");
      return;
    }
    if (node.settings().get(Settings.MODE) != Settings.Mode.ENFORCE) {
      node.hooks().inactive(ArgusBlockCache.HOOK, Settings.MODE.key() + " is not enforce");
      return;
    }
    try {
      Field field = HRegionServer.class.getDeclaredField("blockCache");
      field.setAccessible(true);
      BlockCache present = (BlockCache) field.get(node.server());
      if (present == null || present.getClass() != LruBlockCache.class) {
        node.hooks()
            .inactive(
                ArgusBlockCache.HOOK,
                "the block cache is "
                    + (present == null ? "switched off" : present.getClass().getSimpleName())
                    + ": Argus can partition HBase's on-heap LRU cache only");
        return;
      }
      field.set(node.server(), node.createCache(present.getMaxSize()));
      present.shutdown();
      node.hooks().active(ArgusBlockCache.HOOK);
    } catch (ReflectiveOperationException | RuntimeException e) {
      node.hooks()
          .inactive(ArgusBlockCache.HOOK, "could not take the place of HBase's cache: " + e);
      LOG.error("The block cache stays HBase's own", e);
    }
  }

  private static void connect(RegionServerNode node) {
    ArgusZNodes zNodes = new ArgusZNodes(node.server().getZooKeeper());
    zNodes.watch("plan", node.plans()::accept);
    zNodes.watch("status", status -> node.plans().plannerIsAlive());
    node.hooks().active(PLAN_HOOK);
    int periodMillis = Math.toIntExact(node.settings().get(Settings.REPORT_PERIOD_MILLIS));
    node.server().getChoreService().scheduleChore(new Report(node, zNodes, periodMillis));
  }

  private static final class Report extends ScheduledChore {
    private final RegionServerNode node;
    private final ArgusZNodes zNodes;

    Report(RegionServerNode node, ArgusZNodes zNodes, int periodMillis) {
      super("argus-report", node.server(), periodMillis, periodMillis);
      this.node = node;
      this.zNodes = zNodes;
    }

    @Override
    protected void chore() {
      try {
        zNodes.writeEphemeral(
            "usage/" + node.server().getServerName().getServerName(), node.report());
        node.hooks().active(REPORT_HOOK);
      } catch (Exception e) {
        node.hooks().inactive(REPORT_HOOK, "the last report failed: " + e);
        LOG.debug("Report failed", e);
      }
    }
  }
}
