package io.argus.load.hbase2;

import io.argus.load.client.HBaseDb;
import io.argus.load.table.TableRows;
import io.argus.load.table.WorkloadTables;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the tables of workloads of HBase 2, as a process.
 *
 * <p>Used by one thread.
 */
final class Tables extends WorkloadTables {
  private static final byte[] QUALIFIER = Bytes.toBytes("field0");

  private final Configuration configuration;
  private final Connection connection;
  private final Admin admin;

  private Tables(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    this.connection = connection;
    this.admin = connection.getAdmin();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Configuration configuration = HBaseConfiguration.create();
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      new Tables(configuration, connection).run(arguments);
    }
    // HDFS and HBase clients may leave non-daemon threads behind.
    System.exit(0);
  }

  @Override
  protected void load(String name, TableRows rows) throws IOException, InterruptedException {
    TableName table = TableName.valueOf(name);
    create(table, rows.splits());
    Path directory = new Path("/argus-bulk-load/" + name.replace(':', '-'));
    FileSystem files = FileSystem.get(configuration);
    rows.forEachRegion(region -> write(table, files, new Path(directory, "f"), rows, region));
    BulkLoadHFiles.create(configuration).bulkLoad(table, directory);
    files.delete(directory, true);
  }

  private void create(TableName table, byte[][] splits) throws IOException {
    String namespace = table.getNamespaceAsString();
    if (!Arrays.asList(admin.listNamespaces()).contains(namespace)) {
      admin.createNamespace(NamespaceDescriptor.create(namespace).build());
    }
    byte[] @Nullable [] cuts = splits.length == 0 ? null : splits;
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(HBase2Db.FAMILY)
                    .setBlocksize(BLOCK_BYTES)
                    .setBloomFilterType(BloomType.ROW)
                    .setMaxVersions(1)
                    .build())
            .setValue(ROWS_ATTRIBUTE, "true")
            .build(),
        cuts);
  }

  /** Writes one region as one sorted HFile, so that it needs no flush and no compaction. */
  private void write(TableName table, FileSystem files, Path directory, TableRows rows, int region)
      throws IOException {
    HFileContext context =
        new HFileContextBuilder()
            .withBlockSize(BLOCK_BYTES)
            .withIncludesMvcc(false)
            .withTableName(table.getName())
            .withColumnFamily(HBase2Db.FAMILY)
            .withCreateTime(System.currentTimeMillis())
            .build();
    StoreFileWriter writer =
        new StoreFileWriter.Builder(configuration, files)
            .withOutputDir(directory)
            .withBloomType(BloomType.ROW)
            .withMaxKeyCount(rows.count(region))
            .withFileContext(context)
            .build();
    try {
      long now = System.currentTimeMillis();
      rows.write(
          region,
          (key, value) -> writer.append(new KeyValue(key, HBase2Db.FAMILY, QUALIFIER, now, value)));
      writer.appendFileInfo(HStoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
      writer.appendFileInfo(HStoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
  }

  @Override
  protected void put(String name, TableRows rows) throws IOException, InterruptedException {
    try (BufferedMutator table = connection.getBufferedMutator(TableName.valueOf(name))) {
      rows.forEachRegion(
          region ->
              rows.write(
                  region,
                  (key, value) ->
                      table.mutate(new Put(key).addColumn(HBase2Db.FAMILY, QUALIFIER, value))));
    }
  }

  @Override
  protected void uncache(String name, String tenant) throws IOException {
    TableDescriptor table = admin.getDescriptor(TableName.valueOf(name));
    admin.modifyTable(
        TableDescriptorBuilder.newBuilder(table)
            .setValue(TENANT_ATTRIBUTE, tenant)
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(table.getColumnFamily(HBase2Db.FAMILY))
                    .setBlockCacheEnabled(false)
                    .build())
            .build());
  }

  @Override
  protected List<String> regionNames(String name) throws IOException {
    return regions(name).stream()
        .map(region -> region.getRegion().getEncodedName())
        .collect(Collectors.toList());
  }

  @Override
  protected void stopBalancer() throws IOException {
    admin.balancerSwitch(false, true);
  }

  @Override
  protected boolean move(String name, List<Server> servers) throws IOException {
    List<HRegionLocation> regions = regions(name);
    if (regions.size() != servers.size()) {
      throw new IllegalArgumentException(
          name + " has " + regions.size() + " regions, not " + servers.size() + ": load it again");
    }
    Map<Integer, ServerName> byPort = new HashMap<>();
    admin.getRegionServers().forEach(server -> byPort.put(server.getPort(), server));
    boolean placed = true;
    for (int i = 0; i < regions.size(); i++) {
      HRegionLocation region = regions.get(i);
      ServerName wanted = byPort.get(servers.get(i).port());
      if (wanted == null || region.getServerName() == null) {
        placed = false;
      } else if (!wanted.equals(region.getServerName())) {
        placed = false;
        admin.move(region.getRegion().getEncodedNameAsBytes(), wanted);
      }
    }
    return placed;
  }

  @Override
  protected int fetch(String name, List<Server> servers, boolean ask) throws IOException {
    List<HRegionLocation> regions = regions(name);
    FileSystem files = FileSystem.get(configuration);
    Path root = CommonFSUtils.getRootDir(configuration);
    int distant = 0;
    for (int i = 0; i < regions.size(); i++) {
      RegionInfo region = regions.get(i).getRegion();
      Path store =
          new Path(
              CommonFSUtils.getRegionDir(root, region.getTable(), region.getEncodedName()),
              HBaseDb.FAMILY);
      if (!BlockPlaces.areOn(files, store, servers.get(i).dataNode())) {
        distant++;
        if (ask) {
          admin.majorCompactRegion(region.getRegionName());
        }
      }
    }
    return distant;
  }

  /** The regions of a table in the order of their keys. */
  private List<HRegionLocation> regions(String name) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(TableName.valueOf(name))) {
      locator.clearRegionLocationCache();
      return locator.getAllRegionLocations();
    }
  }

  @Override
  protected void clearCache(String table) throws IOException {
    admin.clearBlockCache(TableName.valueOf(table));
  }

  @Override
  protected void drop(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    admin.disableTable(table);
    admin.deleteTable(table);
    admin.deleteNamespace(table.getNamespaceAsString());
  }

  @Override
  protected void limit(String table, String throttle, long perSecond) throws IOException {
    String namespace = TableName.valueOf(table).getNamespaceAsString();
    admin.setQuota(
        perSecond == 0
            ? QuotaSettingsFactory.unthrottleNamespace(namespace)
            : QuotaSettingsFactory.throttleNamespace(
                namespace, ThrottleType.valueOf(throttle), perSecond, TimeUnit.SECONDS));
  }

  @Override
  protected void compact(String table) throws IOException {
    admin.flush(TableName.valueOf(table));
    admin.majorCompact(TableName.valueOf(table));
  }

  @Override
  protected boolean compacted(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    if (admin.getCompactionState(table) != CompactionState.NONE) {
      return false;
    }
    for (ServerName server : admin.getRegionServers()) {
      for (RegionMetrics region : admin.getRegionMetrics(server, table)) {
        if (region.getStoreFileCount() > 1) {
          return false;
        }
      }
    }
    return true;
  }
}
