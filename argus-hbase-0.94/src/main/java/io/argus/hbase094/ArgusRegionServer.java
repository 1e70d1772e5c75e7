package io.argus.hbase094;

import io.argus.core.settings.SettingNames;
import io.argus.core.usage.Component;
import io.argus.core.usage.Reason;
import io.argus.hbase094.hdfs.CountedHdfs;
import io.argus.hbase094.page.PageServlet;
import io.argus.hbase094.rpc.TenantQueue;
import io.argus.hbase094.server.ArgusZNodes;
import io.argus.regionserver.RegionServerNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Chore;
import org.apache.hadoop.hbase.ipc.ArgusCall;
import org.apache.hadoop.hbase.ipc.ArgusCallQueue;
import org.apache.hadoop.hbase.regionserver.ArgusServerAccess;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.wal.WALActionsListener;
import org.apache.hadoop.hbase.util.Threads;
import org.apache.hadoop.io.MapWritable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry class for {@code hbase.regionserver.impl}: HBase's region server with the partitioned
 * block cache, the tenants' call queues and a connection to the planner.
 */
public class ArgusRegionServer extends HRegionServer {
  private static final Logger LOG = LoggerFactory.getLogger(ArgusRegionServer.class);

  /** Null if the preparation failed; also while the super constructor runs. */
  private final @Nullable RegionServerNode<String, ArgusCall> node;

  public ArgusRegionServer(Configuration conf) throws IOException, InterruptedException {
    this(Preparation.of(conf));
  }

  private ArgusRegionServer(Preparation preparation) throws IOException, InterruptedException {
    super(preparation.conf);
    node = preparation.node;
    preparation.tables.server(this);
    if (node != null) {
      node.reports().unknownKeys(SettingNames.unknown(preparation.conf));
      node.reports()
          .metrics(
              new JmxMetrics(
                  ManagementFactory.getPlatformMBeanServer(), "hadoop:service=RegionServer,name="));
      node.reports().measureCpu(ThreadRoles::of);
      installQueue(node, preparation.handlers);
      addPage(node);
      node.link().startLocalSwitch();
    }
  }

  /** Returns the node of Argus, null if the preparation failed. */
  @Nullable RegionServerNode<String, ArgusCall> node() {
    return node;
  }

  private void installQueue(RegionServerNode<String, ArgusCall> argus, int handlers) {
    if (!argus.requests().counts()) {
      argus.requests().schedulerIsLeftOut();
      return;
    }
    try {
      int stockLength = getConfiguration().getInt(Preparation.QUEUE_LENGTH, Integer.MAX_VALUE);
      TenantQueue queue = new TenantQueue(argus, this, handlers, stockLength);
      ArgusCallQueue.install(ArgusServerAccess.rpcServer(this), queue);
      argus.requests().scheduler().startWithHostThreads("argus.scheduler");
      argus.requests().schedulerIsInPlace();
      argus.requests().scansAreInPlace();
      argus.requests().backgroundIsInPlace();
      watchMemstores(argus);
    } catch (RuntimeException | LinkageError e) {
      argus.components().failed(Component.SCHEDULER, e);
      LOG.error("The call queue stays HBase's own", e);
    }
  }

  private void watchMemstores(RegionServerNode<String, ArgusCall> argus) {
    try {
      argus.watchMemstores(new RegionMemstores(this));
    } catch (RuntimeException | LinkageError e) {
      argus.components().failed(Component.MEMSTORE, e);
      LOG.error("Memstores stay HBase's own", e);
    }
  }

  private void addPage(RegionServerNode<String, ArgusCall> argus) {
    try {
      PageServlet.addTo(getInfoServer(), argus.reports().page());
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("Argus has no page in this server's web UI", e);
    }
  }

  @Override
  protected List<WALActionsListener> getWALActionListeners() {
    List<WALActionsListener> listeners = super.getWALActionListeners();
    if (node != null) {
      listeners.add(new LogListener(node));
      node.components().active(Component.WRITES);
    }
    return listeners;
  }

  @Override
  protected void handleReportForDutyResponse(MapWritable response) throws IOException {
    super.handleReportForDutyResponse(response);
    if (node != null) {
      connect(node);
    }
  }

  private void connect(RegionServerNode<String, ArgusCall> argus) {
    try {
      noteFileSystem(argus);
      ArgusZNodes documents =
          ArgusZNodes.inOwnSession(getConfiguration(), argus.link().documentThread());
      argus.link().owns(documents);
      argus.link().followPlan(documents);
      Threads.setDaemonThreadRunning(new Report(argus, documents).getThread(), "argus-report");
    } catch (IOException | RuntimeException | LinkageError e) {
      argus.link().planIsOutOfReach(e);
      argus.reports().cannotBeSent(e);
    }
  }

  private void noteFileSystem(RegionServerNode<String, ArgusCall> argus) {
    if (CountedHdfs.isInUse()) {
      argus.components().active(Component.HDFS_BYTES);
    } else {
      argus
          .components()
          .put(
              Component.HDFS_BYTES,
              Reason.OTHER_FILE_SYSTEM,
              Preparation.HDFS_CLASS + " is " + getConfiguration().get(Preparation.HDFS_CLASS));
    }
  }

  @Override
  public void run() {
    try {
      super.run();
    } finally {
      if (node != null) {
        node.requests().scheduler().stop();
        node.link().stop();
      }
    }
  }

  private final class Report extends Chore {
    private final RegionServerNode<String, ArgusCall> argus;
    private final ArgusZNodes documents;

    Report(RegionServerNode<String, ArgusCall> argus, ArgusZNodes documents) {
      super("argus-report", argus.reports().tickMillis(), ArgusRegionServer.this);
      this.argus = argus;
      this.documents = documents;
    }

    @Override
    protected void chore() {
      if (argus.reports().isDue()) {
        argus.link().readRegions(() -> getOnlineRegionsLocalContext(), StoreRegions.READER);
        argus.link().report(documents, () -> getServerName().getServerName());
      }
    }
  }
}
