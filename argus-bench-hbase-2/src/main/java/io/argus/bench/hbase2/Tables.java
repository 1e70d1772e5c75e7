package io.argus.bench.hbase2;

import io.argus.bench.load.BenchTables;
import io.argus.bench.load.TableRows;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.quotas.QuotaSettingsFactory;
import org.apache.hadoop.hbase.quotas.ThrottleType;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.jspecify.annotations.Nullable;

/**
 * What the bench does to tables of HBase 2, as a process.
 *
 * <p>Used by one thread.
 */
public final class Tables extends BenchTables {
  private final Configuration configuration;
  private final Admin admin;

  private Tables(Configuration configuration, Connection connection) throws IOException {
    this.configuration = configuration;
    this.admin = connection.getAdmin();
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    Configuration configuration = HBaseConfiguration.create();
    try (Connection connection = ConnectionFactory.createConnection(configuration)) {
      new Tables(configuration, connection).run(arguments);
    }
    // HDFS and HBase clients may leave threads behind that are not daemons.
    System.exit(0);
  }

  @Override
  protected void load(String name, TableRows rows) throws IOException, InterruptedException {
    TableName table = TableName.valueOf(name);
    create(table, rows.splits());
    new BulkLoad(configuration, BLOCK_BYTES).fill(table, rows);
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
            .build(),
        cuts);
  }

  @Override
  protected void clearCache(String table) throws IOException {
    admin.clearBlockCache(TableName.valueOf(table));
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
