package io.argus.hbase2.server;

import io.argus.master.regions.ServerGroups;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.master.HMaster;
import org.apache.hadoop.hbase.rsgroup.RSGroupInfo;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hadoop.hbase.zookeeper.ZNodePaths;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.UnknownFieldSet;
import org.apache.zookeeper.KeeperException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the region server groups that HBase keeps in ZooKeeper. Its classes for them are in a jar
 * that a master need not have, and differ between versions; what it writes does not.
 *
 * <p>Used by one thread.
 */
final class RegionServerGroups {
  private static final String ZNODE = "rsgroup";

  /** The coprocessor without which groups do not count, before HBase 3. */
  private static final String ENDPOINT = "RSGroupAdminEndpoint";

  /** The key without which they do not, since then; HBase sets it for the coprocessor, too. */
  private static final String ENABLED = "hbase.balancer.rsgroup.enabled";

  // Fields of the message RSGroupInfo.
  private static final int TABLES = 3;
  private static final int SERVERS = 4;

  private final Set<String> names = new HashSet<>();
  private final Map<String, String> ofServers = new HashMap<>();
  private final Map<String, String> ofTables = new HashMap<>();

  static ServerGroups of(HMaster master) throws IOException {
    boolean tablesNameThem = master.getConfiguration().getBoolean(ENABLED, false);
    if (!tablesNameThem
        && !master.getMasterCoprocessorHost().getCoprocessors().contains(ENDPOINT)) {
      return ServerGroups.NONE;
    }
    RegionServerGroups groups = new RegionServerGroups();
    try {
      groups.read(master.getZooKeeper());
    } catch (KeeperException e) {
      throw new IOException("the region server groups cannot be read", e);
    }
    if (tablesNameThem) {
      groups.readTables(master);
    }
    return new ServerGroups(groups.ofServers, groups.ofTables);
  }

  private void read(ZKWatcher watcher) throws KeeperException, IOException {
    String parent = ZNodePaths.joinZNode(watcher.getZNodePaths().baseZNode, ZNODE);
    List<String> children = ZKUtil.listChildrenNoWatch(watcher, parent);
    if (children == null) {
      return;
    }
    for (String name : children) {
      byte[] group = ZKUtil.getDataNoWatch(watcher, ZNodePaths.joinZNode(parent, name), null);
      if (group != null && ProtobufUtil.isPBMagicPrefix(group)) {
        add(name, group);
      }
    }
  }

  /**
   * Adds a group.
   *
   * @param group what HBase writes into its node
   */
  void add(String name, byte[] group) throws IOException {
    names.add(name);
    int magic = ProtobufUtil.lengthOfPBMagic();
    UnknownFieldSet fields =
        UnknownFieldSet.parseFrom(ByteString.copyFrom(group, magic, group.length - magic));
    for (ByteString table : fields.getField(TABLES).getLengthDelimitedList()) {
      TableName parsed = ProtobufUtil.toTableName(HBaseProtos.TableName.parseFrom(table));
      ofTables.put(parsed.getNameAsString(), name);
    }
    if (!name.equals(RSGroupInfo.DEFAULT_GROUP)) {
      for (ByteString server : fields.getField(SERVERS).getLengthDelimitedList()) {
        HBaseProtos.ServerName parsed = HBaseProtos.ServerName.parseFrom(server);
        ofServers.put(parsed.getHostName() + "," + parsed.getPort(), name);
      }
    }
  }

  Map<String, String> ofServers() {
    return ofServers;
  }

  Map<String, String> ofTables() {
    return ofTables;
  }

  /** Since HBase 3, tables and namespaces name their group; before, groups name their tables. */
  private void readTables(HMaster master) throws IOException {
    for (TableDescriptor table : master.getTableDescriptors().getAll().values()) {
      TableName name = table.getTableName();
      String own = table.getValue(RSGroupInfo.TABLE_DESC_PROP_GROUP);
      String ofNamespace =
          master
              .getClusterSchema()
              .getNamespace(name.getNamespaceAsString())
              .getConfigurationValue(RSGroupInfo.NAMESPACE_DESC_PROP_GROUP);
      if (exists(own)) {
        ofTables.put(name.getNameAsString(), own);
      } else if (exists(ofNamespace)) {
        ofTables.putIfAbsent(name.getNameAsString(), ofNamespace);
      }
    }
  }

  private boolean exists(@Nullable String group) {
    return group != null && (group.equals(RSGroupInfo.DEFAULT_GROUP) || names.contains(group));
  }
}
