package io.argus.hbase2.server;

import io.argus.core.settings.Settings;
import io.argus.hbase2.rpc.CallExecutor;
import io.argus.master.MasterNode;
import io.argus.regionserver.RegionServerNode;
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

/**
 * Argus's node of every server of this process, where its hooks meet, which HBase creates one by
 * one. Several servers there are in HBase's mini cluster.
 *
 * <p>Safe for use by any thread.
 */
public final class ServerNodes {
  private static final Map<HRegionServer, RegionServerNode<TableName, CallRunner>> REGION_SERVERS =
      new WeakHashMap<>();
  private static final Map<HMaster, MasterNode> MASTERS = new WeakHashMap<>();

  private ServerNodes() {}

  /** The region server of a core coprocessor's environment. */
  @SuppressWarnings("deprecation") // HBase's own word for it: a hack that lasts until HBase 3
  public static HRegionServer hostOf(CoprocessorEnvironment<?> environment) {
    return (HRegionServer)
        ((org.apache.hadoop.hbase.coprocessor.HasRegionServerServices) environment)
            .getRegionServerServices();
  }

  /** Returns the node of a server, made at the first call. */
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

  /** The node of a server, empty if none of Argus's hooks was made on it. */
  public static Optional<RegionServerNode<TableName, CallRunner>> of(HRegionServer server) {
    synchronized (REGION_SERVERS) {
      return Optional.ofNullable(REGION_SERVERS.get(server));
    }
  }

  /** Forgets the node of a server that ends. */
  public static void forget(HRegionServer server) {
    synchronized (REGION_SERVERS) {
      REGION_SERVERS.remove(server);
    }
  }

  /** Makes the node of a master that becomes the active one. */
  public static MasterNode install(HMaster master, Configuration conf) {
    MasterNode node =
        new MasterNode(
            new ArgusZNodes(master.getZooKeeper()),
            new MasterTables(master),
            Settings.read(conf::get),
            System::currentTimeMillis);
    synchronized (MASTERS) {
      MASTERS.put(master, node);
    }
    return node;
  }

  /** The node of a master, empty while that master is not the active one. */
  public static Optional<MasterNode> of(HMaster master) {
    synchronized (MASTERS) {
      return Optional.ofNullable(MASTERS.get(master));
    }
  }
}
