package io.argus.hbase2.server;

import io.argus.core.settings.Settings;
import io.argus.core.usage.Component;
import io.argus.hbase2.rpc.CallExecutor;
import io.argus.master.MasterNode;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.plan.TasksInOrder;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.jspecify.annotations.Nullable;

/**
 * The node of Argus for each server of this process. HBase creates Argus's entry classes one by
 * one; they find each other here. Only HBase's mini cluster has several servers in a process.
 *
 * <p>Safe for use by any thread.
 */
public final class ServerNodes {
  private static final Map<HRegionServer, RegionServerNode<TableName, CallRunner>> REGION_SERVERS =
      new WeakHashMap<>();
  private static final Map<HMaster, MasterNode> MASTERS = new WeakHashMap<>();
  private static volatile WeakReference<MasterNode> active = new WeakReference<>(null);

  private ServerNodes() {}

  /** Returns the region server of a core coprocessor's environment. */
  @SuppressWarnings("deprecation") // HBase has no other way before version 3
  public static HRegionServer hostOf(CoprocessorEnvironment<?> environment) {
    return (HRegionServer)
        ((org.apache.hadoop.hbase.coprocessor.HasRegionServerServices) environment)
            .getRegionServerServices();
  }

  /** Returns the node of a server. The first call creates it. */
  public static RegionServerNode<TableName, CallRunner> of(
      HRegionServer server, Configuration conf) {
    synchronized (REGION_SERVERS) {
      return REGION_SERVERS.computeIfAbsent(server, s -> create(s, conf));
    }
  }

  private static RegionServerNode<TableName, CallRunner> create(
      HRegionServer server, Configuration conf) {
    int handlers =
        conf.getInt(
            HConstants.REGION_SERVER_HANDLER_COUNT, HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT);
    return new RegionServerNode<>(
        Settings.read(conf::get),
        handlers,
        new HBaseTables(server),
        new ThreadHdfsBytes()::readByThisThread,
        new CallExecutor(server, conf, handlers));
  }

  /** Returns the node of a server, empty if Argus does not run on it. */
  public static Optional<RegionServerNode<TableName, CallRunner>> of(HRegionServer server) {
    synchronized (REGION_SERVERS) {
      return Optional.ofNullable(REGION_SERVERS.get(server));
    }
  }

  /** Forgets the node of a server that stops. */
  public static void forget(HRegionServer server) {
    synchronized (REGION_SERVERS) {
      REGION_SERVERS.remove(server);
    }
  }

  /** Creates the node of a master that becomes active. */
  public static MasterNode install(HMaster master, Configuration conf) {
    MasterTables tables = new MasterTables(master);
    MasterNode node =
        new MasterNode(
            new ArgusZNodes(master.getZooKeeper(), new TasksInOrder("argus-documents")),
            tables,
            tables,
            Settings.read(conf::get),
            System::currentTimeMillis);
    if (LinkedComponents.lacks(Component.USAGE).isEmpty()) {
      node.meter(
          new HBaseUsageTable(master::getConfiguration),
          new TasksInOrder("argus-usage"),
          System::nanoTime);
    }
    if (LinkedComponents.lacks(Component.RECORDER).isEmpty()) {
      node.record(
          HistoryClient.files(conf),
          String.valueOf(master.getServerName()),
          new TasksInOrder("argus-recorder"));
      node.readIn(new TasksInOrder("argus-history"));
    }
    node.computeIn(new TasksInOrder("argus-page"));
    synchronized (MASTERS) {
      MASTERS.put(master, node);
    }
    becameActive(node);
    return node;
  }

  /** Notes the node of the master that became active last; null if none is. */
  static void becameActive(@Nullable MasterNode node) {
    active = new WeakReference<>(node);
  }

  /** Returns the node of the active master of this process; empty if there is none. */
  public static Optional<MasterNode> activeMaster() {
    return Optional.ofNullable(active.get());
  }

  /** Returns the node of a master, empty until that master is active. */
  public static Optional<MasterNode> of(HMaster master) {
    synchronized (MASTERS) {
      return Optional.ofNullable(MASTERS.get(master));
    }
  }
}
