package io.argus.check.hbase2;

import io.argus.check.CheckedCluster;
import io.argus.check.CheckedTable;
import io.argus.load.client.HBaseDb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the checking clients in HBase 2.
 *
 * <p>Tables may be opened by any thread; the rest is used by one.
 */
public final class CheckedHBase2 implements CheckedCluster {
  private static final byte[] FAMILY = Bytes.toBytes(HBaseDb.FAMILY);
  private static final long MERGE_SECONDS = 60;
  private static final byte[] QUALIFIER = Bytes.toBytes("v");

  private final Connection connection;

  /** Connects by the configuration on the class path. */
  public CheckedHBase2() throws IOException {
    connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
  }

  @Override
  public CheckedTable open(String table) throws IOException {
    return new Opened(connection.getTable(TableName.valueOf(table)));
  }

  /**
   * Makes a table that keeps all versions, and whose rows Argus may keep where its settings say so.
   * Reason for the versions: a scan whose region moves goes on elsewhere as of the moment at which
   * it began. HBase may have dropped the versions of that moment by then, and the scan finds older
   * ones, or none.
   */
  @Override
  public void create(String name, byte[][] splits) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      String namespace = table.getNamespaceAsString();
      if (!Arrays.asList(admin.listNamespaces()).contains(namespace)) {
        admin.createNamespace(NamespaceDescriptor.create(namespace).build());
      }
      byte[] @Nullable [] cuts = splits.length == 0 ? null : splits;
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                      .setMaxVersions(Integer.MAX_VALUE)
                      .build())
              .setValue("ARGUS_ROWS", "true")
              .build(),
          cuts);
    }
  }

  @Override
  public void split(String table, byte[] at) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.split(TableName.valueOf(table), at);
    }
  }

  @Override
  public void act(Action action, String name) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      switch (action) {
        case DISABLE:
          admin.disableTable(table);
          break;
        case ENABLE:
          admin.enableTable(table);
          break;
        case DROP:
          admin.deleteTable(table);
          break;
        case TRUNCATE:
          admin.truncateTable(table, true);
          break;
        case FLUSH:
          admin.flush(table);
          break;
        case COMPACT:
          admin.majorCompact(table);
          break;
        case MOVE:
          move(admin, table);
          break;
        case SPREAD:
          spread(admin, table);
          break;
        case MERGE:
          merge(admin, regions(table));
          break;
      }
    }
  }

  @Override
  public void remove(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      if (admin.tableExists(table)) {
        if (admin.isTableEnabled(table)) {
          admin.disableTable(table);
        }
        admin.deleteTable(table);
      }
    }
  }

  private static void merge(Admin admin, List<HRegionLocation> regions) throws IOException {
    byte[][] names = new byte[2][];
    for (int i = 0; i < names.length; i++) {
      names[i] = regions.get(i).getRegion().getEncodedNameAsBytes();
    }
    try {
      admin.mergeRegionsAsync(names, false).get(MERGE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException("the regions did not merge", e);
    }
  }

  private void move(Admin admin, TableName table) throws IOException {
    List<ServerName> servers = servers(admin);
    for (HRegionLocation region : regions(table)) {
      int next = (servers.indexOf(region.getServerName()) + 1) % servers.size();
      admin.move(region.getRegion().getEncodedNameAsBytes(), servers.get(next));
    }
  }

  private void spread(Admin admin, TableName table) throws IOException {
    List<ServerName> servers = servers(admin);
    int next = 0;
    for (HRegionLocation region : regions(table)) {
      ServerName server = servers.get(next++ % servers.size());
      if (!server.equals(region.getServerName())) {
        admin.move(region.getRegion().getEncodedNameAsBytes(), server);
      }
    }
  }

  private static List<ServerName> servers(Admin admin) throws IOException {
    return admin.getRegionServers().stream()
        .sorted(Comparator.comparing(ServerName::getPort))
        .collect(Collectors.toList());
  }

  private List<HRegionLocation> regions(TableName table) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      locator.clearRegionLocationCache();
      return locator.getAllRegionLocations();
    }
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  /** Used by one thread. */
  private static final class Opened implements CheckedTable {
    private final Table table;

    Opened(Table table) {
      this.table = table;
    }

    @Override
    public void put(byte[] key, byte[] value, long timestamp) throws IOException {
      table.put(new Put(key).addColumn(FAMILY, QUALIFIER, timestamp, value));
    }

    @Override
    public void putAll(Iterable<byte[]> keys, byte[] value) throws IOException {
      List<Put> puts = new ArrayList<>();
      keys.forEach(key -> puts.add(new Put(key).addColumn(FAMILY, QUALIFIER, value)));
      table.put(puts);
    }

    @Override
    public byte @Nullable [] get(byte[] key) throws IOException {
      return table.get(new Get(key).addColumn(FAMILY, QUALIFIER)).getValue(FAMILY, QUALIFIER);
    }

    @Override
    public void scan(byte[] from, byte[] to, int caching, RowReader reader) throws IOException {
      Scan scan = new Scan().withStartRow(from).withStopRow(to).setCaching(caching);
      try (ResultScanner scanner = table.getScanner(scan.addColumn(FAMILY, QUALIFIER))) {
        for (Result row = scanner.next(); row != null; row = scanner.next()) {
          reader.row(row.getRow(), row.value());
        }
      }
    }

    @Override
    public long increment(byte[] key) throws IOException {
      return table.incrementColumnValue(key, FAMILY, QUALIFIER, 1);
    }

    @Override
    public boolean replace(byte[] key, byte[] expected, byte[] value, long timestamp)
        throws IOException {
      return table
          .checkAndMutate(
              CheckAndMutate.newBuilder(key)
                  .ifMatches(FAMILY, QUALIFIER, CompareOperator.EQUAL, expected)
                  .build(new Put(key).addColumn(FAMILY, QUALIFIER, timestamp, value)))
          .isSuccess();
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }
}
