package io.argus.hbase2;

import io.argus.core.settings.SettingNames;
import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.core.usage.Reason;
import io.argus.hbase2.cache.ArgusCombinedBlockCache;
import io.argus.hbase2.cache.CacheReplacement;
import io.argus.hbase2.control.ControlEndpoint;
import io.argus.hbase2.rpc.ThreadRoles;
import io.argus.hbase2.server.ArgusZNodes;
import io.argus.hbase2.server.HadoopMetrics;
import io.argus.hbase2.server.LinkedComponents;
import io.argus.hbase2.server.RegionMemstores;
import io.argus.hbase2.server.ServerNodes;
import io.argus.hbase2.server.StoreRegions;
import io.argus.hbase2.server.Writes;
import io.argus.regionserver.RegionServerNode;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.ScheduledChore;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.coprocessor.CoreCoprocessor;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionServerCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionServerObserver;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.coprocessor.regionserver.classes}: connects the region server
 * with the planner and, if it starts with shares enforced, replaces HBase's block cache with the
 * partitioned cache.
 */
@CoreCoprocessor
public final class ArgusRegionServerCoprocessor
    implements RegionServerCoprocessor, RegionServerObserver {
  private static final String HEDGED_READS = "dfs.client.hedged.read.threadpool.size";
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRegionServerCoprocessor.class);

  private @Nullable HRegionServer server;

  /** Runs before the server opens regions. Throws nothing: that would abort the server. */
  @Override
  public void start(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    try {
      String lacks = LinkedComponents.lacks(Component.REGION_SERVER);
      if (!lacks.isEmpty()) {
        LOG.error("Argus FAILED to start on this region server, which works without it: {}", lacks);
        return;
      }
      HRegionServer host = ServerNodes.hostOf(environment);
      server = host;
      RegionServerNode<TableName, CallRunner> node =
          ServerNodes.of(host, environment.getConfiguration());
      node.reports().unknownKeys(SettingNames.unknown(environment.getConfiguration()));
      install(
          node,
          Component.METRICS,
          () ->
              node.reports()
                  .metrics(new HadoopMetrics(DefaultMetricsSystem.instance(), "RegionServer")));
      LinkedComponents.has(node, Component.PAGE);
      node.reports().measureCpu(ThreadRoles::of);
      noteMissingScheduler(node, environment.getConfiguration());
      noteHedgedReads(node, environment.getConfiguration());
      ArgusZNodes documents = follow(node, environment.getConfiguration());
      if (documents != null) {
        node.reports().startsOn(documents, () -> host.getServerName().getServerName());
      }
      node.link().startLocalSwitch();
      installCache(node, host);
      RegionHooks regions = new RegionHooks(node, host);
      install(node, Component.SCANS, regions::start);
      if (node.blocks().rows() != null) {
        install(
            node, Component.ROWS, () -> ArgusRowObserver.install(node, host.getConfiguration()));
      }
      install(
          node,
          Component.BACKGROUND,
          () -> ArgusThroughputController.install(node, host.getConfiguration()));
      install(node, Component.MEMSTORE, () -> node.watchMemstores(new RegionMemstores(host)));
      if (documents == null || !report(node, host, documents, regions)) {
        install(node, Component.SCANS, regions::install); // nobody will follow the mode
      }
    } catch (Throwable t) {
      LOG.error("Argus FAILED to start on this region server, which works without it", t);
    }
  }

  @Override
  public void stop(@SuppressWarnings("rawtypes") CoprocessorEnvironment environment) {
    if (server != null) {
      ServerNodes.of(server).ifPresent(node -> node.link().stop());
      ServerNodes.forget(server);
    }
  }

  @Override
  public Optional<RegionServerObserver> getRegionServerObserver() {
    return Optional.of(this);
  }

  /**
   * Runs before hbase-site.xml is read again, and with it HBase's list of region coprocessors,
   * which the regions compare with theirs as soon as it was read. Throws nothing.
   */
  @Override
  public void preUpdateRegionServerConfiguration(
      ObserverContext<RegionServerCoprocessorEnvironment> context, Configuration conf) {
    try {
      if (server != null && ServerNodes.of(server).isPresent()) {
        ArgusRegionObserver.renew(conf);
        ArgusStoreFileObserver.renew(conf);
      }
    } catch (RuntimeException | LinkageError e) {
      LOG.error("Argus's coprocessors of regions stay as they were", e);
    }
  }

  /** Runs after hbase-site.xml was read again. Throws nothing. */
  @Override
  public void postUpdateRegionServerConfiguration(
      ObserverContext<RegionServerCoprocessorEnvironment> context, Configuration conf) {
    if (server != null) {
      ServerNodes.of(server).ifPresent(node -> node.link().reload(conf::get));
    }
  }

  private static void noteMissingScheduler(RegionServerNode<?, ?> node, Configuration conf) {
    String factory = conf.get(RSRpcServices.REGION_SERVER_RPC_SCHEDULER_FACTORY_CLASS, "not set");
    if (!factory.equals(ArgusRpcSchedulerFactory.class.getName())) {
      node.components()
          .put(
              Component.SCHEDULER,
              Reason.SCHEDULER_FACTORY,
              RSRpcServices.REGION_SERVER_RPC_SCHEDULER_FACTORY_CLASS
                  + " is "
                  + factory
                  + ": must be "
                  + ArgusRpcSchedulerFactory.class.getName()
                  + ", with that class in "
                  + Settings.SCHEDULER_DELEGATE.key());
    }
  }

  private static void noteHedgedReads(RegionServerNode<?, ?> node, Configuration conf) {
    int threads = conf.getInt(HEDGED_READS, 0);
    if (threads > 0) {
      node.components()
          .put(Component.HDFS_BYTES, Reason.HEDGED_READS, HEDGED_READS + " is " + threads);
    }
  }

  private static void installCache(
      RegionServerNode<TableName, CallRunner> node, HRegionServer server) {
    if (!LinkedComponents.has(node, Component.CACHE)) {
      return;
    }
    try {
      Field field = cacheField();
      BlockCache current = (BlockCache) field.get(server);
      if (current == null) {
        node.blocks().cannotPartition("switched off");
        return;
      }
      String what = CacheReplacement.describe(current, server.getConfiguration());
      if (!node.blocks().replacesCache(what)) {
        return;
      }
      BlockCache partitioned = CacheReplacement.of(node, current, server.getConfiguration());
      if (partitioned == null) {
        node.blocks().cannotPartition(what);
        return;
      }
      ArgusStoreFileObserver.install(server.getConfiguration());
      field.set(server, partitioned);
      node.blocks().areInPlace(what);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      node.blocks().couldNotStart(e);
    }
  }

  private static Field cacheField() throws NoSuchFieldException {
    String name = "blockCache";
    try {
      Field field = HRegionServer.class.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new NoSuchFieldException(HRegionServer.class.getName() + "." + name);
    }
  }

  private static void install(
      RegionServerNode<?, ?> node, Component component, Runnable installation) {
    if (!LinkedComponents.has(node, component)) {
      return;
    }
    try {
      installation.run();
    } catch (RuntimeException | LinkageError e) {
      node.components().failed(component, e);
      LOG.error("The component {} could not start: {}", component.key(), component.without(), e);
    }
  }

  /**
   * Follows plans and settings, before the mode decides about the block cache. Returns null if
   * ZooKeeper is out of reach.
   */
  private static @Nullable ArgusZNodes follow(
      RegionServerNode<TableName, ?> node, Configuration conf) {
    if (!LinkedComponents.has(node, Component.PLAN)) {
      node.reports().cannotBeSent(new IOException(LinkedComponents.lacks(Component.PLAN)));
      return null;
    }
    try {
      ArgusZNodes documents = ArgusZNodes.inOwnSession(conf, node.link().documentThread());
      node.link().owns(documents);
      node.link().followPlan(documents);
      return documents;
    } catch (IOException | RuntimeException | LinkageError e) {
      node.link().planIsOutOfReach(e);
      node.reports().cannotBeSent(e);
      return null;
    }
  }

  /** Returns whether it reports, and follows the mode, from now on. */
  private static boolean report(
      RegionServerNode<TableName, ?> node,
      HRegionServer server,
      ArgusZNodes documents,
      RegionHooks regions) {
    try {
      if (LinkedComponents.has(node, Component.REPORT_CALLS)) {
        ControlEndpoint.reportToMaster(server, node.link());
      }
      return server.getChoreService().scheduleChore(new Report(node, documents, server, regions));
    } catch (RuntimeException | LinkageError e) {
      node.reports().cannotBeSent(e);
      return false;
    }
  }

  private static final class Report extends ScheduledChore {
    private final RegionServerNode<TableName, ?> node;
    private final ArgusZNodes documents;
    private final HRegionServer server;
    private final @Nullable Writes writes;
    private final boolean readsRegions;
    private final @Nullable RegionHooks regions;

    Report(
        RegionServerNode<TableName, ?> node,
        ArgusZNodes documents,
        HRegionServer server,
        RegionHooks regions) {
      super("argus-report", server, node.reports().tickMillis(), node.reports().tickMillis());
      this.node = node;
      this.documents = documents;
      this.server = server;
      this.writes = LinkedComponents.has(node, Component.WRITES) ? new Writes(server, node) : null;
      this.regions = LinkedComponents.lacks(Component.SCANS).isEmpty() ? regions : null;
      this.readsRegions = LinkedComponents.has(node, Component.METERING);
    }

    @Override
    protected void chore() {
      if (regions != null) {
        regions.follow();
      }
      if (node.reports().isDue()) {
        if (writes != null) {
          writes.poll();
        }
        if (readsRegions) {
          node.link().readRegions(server::getRegions, StoreRegions.READER);
        }
        BlockCache cache = server.getBlockCache().orElse(null);
        if (cache instanceof ArgusCombinedBlockCache) {
          ((ArgusCombinedBlockCache) cache).check(node);
        }
        node.link().report(documents, () -> server.getServerName().getServerName());
      }
    }
  }
}
