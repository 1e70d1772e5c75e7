package io.argus.load.hbase094;

import io.argus.load.client.HBaseDb;
import io.argus.load.table.TableRows;
import io.argus.load.table.WorkloadTables;
import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.ClusterStatus;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HColumnDescriptor;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.HServerLoad.RegionLoad;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.UnknownRegionException;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.mapreduce.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest.CompactionState;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.FSUtils;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * Operations on the tables of workloads of HBase 0.94, as a process. The namespace of a table
 * becomes its tenant.
 *
 * <p>Used by one thread.
 */
public final class Tables extends WorkloadTables {
  private static final byte[] QUALIFIER = Bytes.toBytes("field0");

  private final Configuration configuration;
  private final CacheConfig noCache;
  private final HBaseAdmin admin;

  private Tables(Configuration configuration, HBaseAdmin admin) {
    this.configuration = configuration;
    Configuration writing = new Configuration(configuration);
    writing.setFloat(HConstants.HFILE_BLOCK_CACHE_SIZE_KEY, 0);
    this.noCache = new CacheConfig(writing);
    this.admin = admin;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Configuration configuration = HBaseConfiguration.create();
    try (HBaseAdmin admin = new HBaseAdmin(configuration)) {
      new Tables(configuration, admin).run(arguments);
    }
    // HDFS and HBase clients may leave non-daemon threads behind.
    System.exit(0);
  }

  @Override
  protected void load(String table, TableRows rows) throws IOException, InterruptedException {
    HColumnDescriptor family = new HColumnDescriptor(HBase094Db.FAMILY);
    family.setBlocksize(BLOCK_BYTES);
    family.setBloomFilterType(StoreFile.BloomType.ROW);
    family.setMaxVersions(1);
    HTableDescriptor descriptor = new HTableDescriptor(physical(table));
    descriptor.addFamily(family);
    descriptor.setValue(TENANT_ATTRIBUTE, table.substring(0, table.indexOf(':')));
    byte[][] splits = rows.splits();
    byte[] @Nullable [] cuts = splits.length == 0 ? null : splits;
    admin.createTable(descriptor, cuts);
    Path directory = new Path("/argus-bulk-load/" + physical(table));
    FileSystem files = FileSystem.get(configuration);
    rows.forEachRegion(region -> write(files, new Path(directory, "f"), rows, region));
    try (HTable target = new HTable(configuration, physical(table))) {
      bulkLoad(directory, target);
    }
    files.delete(directory, true);
  }

  private void bulkLoad(Path directory, HTable table) throws IOException {
    try {
      new LoadIncrementalHFiles(configuration).doBulkLoad(directory, table);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) { // so declared
      throw new IOException("cannot bulk load", e);
    }
  }

  /** Writes one region as one sorted HFile, so that it needs no flush and no compaction. */
  private void write(FileSystem files, Path directory, TableRows rows, int region)
      throws IOException {
    StoreFile.Writer writer =
        new StoreFile.WriterBuilder(configuration, noCache, files, BLOCK_BYTES)
            .withOutputDir(directory)
            .withBloomType(StoreFile.BloomType.ROW)
            .withMaxKeyCount(rows.count(region))
            .includeMVCCReadpoint(false)
            .build();
    try {
      long now = System.currentTimeMillis();
      rows.write(
          region,
          (key, value) ->
              writer.append(new KeyValue(key, HBase094Db.FAMILY, QUALIFIER, now, value)));
      writer.appendFileInfo(StoreFile.BULKLOAD_TIME_KEY, Bytes.toBytes(now));
      writer.appendFileInfo(StoreFile.MAJOR_COMPACTION_KEY, Bytes.toBytes(true));
      writer.appendTrackedTimestampsToMetadata();
    } finally {
      writer.close();
    }
  }

  @Override
  protected void put(String name, TableRows rows) throws IOException, InterruptedException {
    rows.forEachRegion(
        region -> {
          try (HTable table = new HTable(configuration, physical(name))) {
            table.setAutoFlush(false);
            rows.write(
                region,
                (key, value) -> table.put(new Put(key).add(HBase094Db.FAMILY, QUALIFIER, value)));
          }
        });
  }

  @Override
  protected void uncache(String name, String tenant) throws IOException {
    byte[] table = Bytes.toBytes(physical(name));
    HTableDescriptor descriptor = admin.getTableDescriptor(table);
    descriptor.setValue(TENANT_ATTRIBUTE, tenant);
    descriptor.getFamily(HBase094Db.FAMILY).setBlockCacheEnabled(false);
    admin.disableTable(table);
    admin.modifyTable(table, descriptor);
    admin.enableTable(table);
  }

  @Override
  protected List<String> regionNames(String name) throws IOException {
    return regions(name).keySet().stream()
        .map(HRegionInfo::getEncodedName)
        .collect(Collectors.toList());
  }

  @Override
  protected void stopBalancer() throws IOException {
    admin.setBalancerRunning(false, true);
  }

  @Override
  protected boolean move(String name, List<Server> servers) throws IOException {
    Map<HRegionInfo, ServerName> regions = regions(name);
    if (regions.size() != servers.size()) {
      throw new IllegalArgumentException(
          name + " has " + regions.size() + " regions, not " + servers.size() + ": load it again");
    }
    Map<Integer, ServerName> byPort = new HashMap<>();
    admin.getClusterStatus().getServers().forEach(server -> byPort.put(server.getPort(), server));
    boolean placed = true;
    int i = 0;
    for (Map.Entry<HRegionInfo, ServerName> region : regions.entrySet()) {
      ServerName wanted = byPort.get(servers.get(i++).port());
      if (wanted == null || region.getValue() == null) {
        placed = false;
      } else if (!wanted.equals(region.getValue())) {
        placed = false;
        move(region.getKey(), wanted);
      }
    }
    return placed;
  }

  /** Does nothing to a region that is between two servers, which the master does not know. */
  private void move(HRegionInfo region, ServerName target) throws IOException {
    try {
      admin.move(region.getEncodedNameAsBytes(), Bytes.toBytes(target.getServerName()));
    } catch (UndeclaredThrowableException e) { // the client does not unwrap what the master throws
      if (!(e.getCause() instanceof RemoteException)
          || !((RemoteException) e.getCause())
              .getClassName()
              .equals(UnknownRegionException.class.getName())) {
        throw e;
      }
    }
  }

  @Override
  protected int fetch(String name, List<Server> servers, boolean ask)
      throws IOException, InterruptedException {
    FileSystem files = FileSystem.get(configuration);
    Path table =
        HTableDescriptor.getTableDir(
            FSUtils.getRootDir(configuration), Bytes.toBytes(physical(name)));
    int distant = 0;
    int i = 0;
    for (HRegionInfo region : regions(name).keySet()) {
      Path store = new Path(new Path(table, region.getEncodedName()), HBaseDb.FAMILY);
      if (!BlockPlaces.areOn(files, store, servers.get(i++).dataNode())) {
        distant++;
        if (ask) {
          admin.majorCompact(region.getRegionName());
        }
      }
    }
    return distant;
  }

  /** The regions of a table in the order of their keys. */
  private Map<HRegionInfo, ServerName> regions(String name) throws IOException {
    try (HTable table = new HTable(configuration, physical(name))) {
      table.clearRegionCache();
      return table.getRegionLocations();
    }
  }

  /** Closes and opens the table's regions: a store that closes evicts its blocks. */
  @Override
  protected void clearCache(String table) throws IOException {
    admin.disableTable(physical(table));
    admin.enableTable(physical(table));
  }

  @Override
  protected void drop(String table) throws IOException {
    admin.disableTable(physical(table));
    admin.deleteTable(physical(table));
  }

  @Override
  protected void limit(String table, String throttle, long perSecond) {
    throw new UnsupportedOperationException("HBase 0.94 has no quotas");
  }

  @Override
  protected void compact(String table) throws IOException, InterruptedException {
    admin.flush(physical(table));
    admin.majorCompact(physical(table));
  }

  @Override
  protected boolean compacted(String name) throws IOException, InterruptedException {
    String table = physical(name);
    if (admin.getCompactionState(table) != CompactionState.NONE) {
      return false;
    }
    byte[] tableBytes = Bytes.toBytes(table);
    ClusterStatus status = admin.getClusterStatus();
    for (ServerName server : status.getServers()) {
      for (RegionLoad region : status.getLoad(server).getRegionsLoad().values()) {
        boolean ours = Bytes.equals(tableBytes, HRegionInfo.getTableName(region.getName()));
        if (ours && region.getStorefiles() > 1) {
          return false;
        }
      }
    }
    return true;
  }

  /**
   * The name of {@code namespace:table} in 0.94, which has no namespaces: {@code namespace.table}.
   */
  public static String physical(String table) {
    return table.replace(':', '.');
  }
}
