package io.argus.bench.hbase094;

import io.argus.bench.load.BenchTables;
import io.argus.bench.load.TableRows;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterStatus;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HColumnDescriptor;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.HServerLoad.RegionLoad;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.regionserver.StoreFile;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequest.CompactionState;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * What the bench does to tables of HBase 0.94, as a process.
 *
 * <p>Used by one thread.
 */
public final class Tables extends BenchTables {
  private final Configuration configuration;
  private final HBaseAdmin admin;

  private Tables(Configuration configuration, HBaseAdmin admin) {
    this.configuration = configuration;
    this.admin = admin;
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Configuration configuration = HBaseConfiguration.create();
    try (HBaseAdmin admin = new HBaseAdmin(configuration)) {
      new Tables(configuration, admin).run(arguments);
    }
    // HDFS and HBase clients may leave threads behind that are not daemons.
    System.exit(0);
  }

  @Override
  protected void load(String table, TableRows rows) throws IOException, InterruptedException {
    HColumnDescriptor family = new HColumnDescriptor(HBase094Db.FAMILY);
    family.setBlocksize(BLOCK_BYTES);
    family.setBloomFilterType(StoreFile.BloomType.ROW);
    family.setMaxVersions(1);
    HTableDescriptor descriptor = new HTableDescriptor(TableNames.physical(table));
    descriptor.addFamily(family);
    descriptor.setValue(TableNames.TENANT_ATTRIBUTE, TableNames.tenant(table));
    byte[][] splits = rows.splits();
    byte[] @Nullable [] cuts = splits.length == 0 ? null : splits;
    admin.createTable(descriptor, cuts);
    new BulkLoad(configuration, BLOCK_BYTES).fill(TableNames.physical(table), rows);
  }

  /** Closes and opens the table's regions: a store that closes evicts its blocks. */
  @Override
  protected void clearCache(String table) throws IOException {
    admin.disableTable(TableNames.physical(table));
    admin.enableTable(TableNames.physical(table));
  }

  @Override
  protected void limit(String table, String throttle, long perSecond) {
    throw new UnsupportedOperationException("HBase 0.94 has no quotas");
  }

  @Override
  protected void compact(String table) throws IOException, InterruptedException {
    admin.flush(TableNames.physical(table));
    admin.majorCompact(TableNames.physical(table));
  }

  @Override
  protected boolean compacted(String name) throws IOException, InterruptedException {
    String table = TableNames.physical(name);
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
}
