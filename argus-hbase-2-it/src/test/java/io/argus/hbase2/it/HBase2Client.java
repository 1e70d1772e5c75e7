package io.argus.hbase2.it;

import io.argus.contract.StockClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/** A stock client of HBase 2.6, for servers of any HBase 2. */
final class HBase2Client implements StockClient {
  private static final byte[] F = Bytes.toBytes(FAMILY);
  private static final byte[] Q = Bytes.toBytes(QUALIFIER);
  private static final int BATCH = 100;

  private final Connection connection;

  HBase2Client(Path siteFile) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(new org.apache.hadoop.fs.Path(siteFile.toUri()));
    connection = ConnectionFactory.createConnection(conf);
  }

  Connection connection() {
    return connection;
  }

  private Table table(String name) throws IOException {
    return connection.getTable(TableName.valueOf(name));
  }

  @Override
  public void createTable(
      String name, boolean cacheOnWrite, @Nullable String tenant, List<String> splitKeys)
      throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      if (!table.getNamespaceAsString().equals("default")) {
        try {
          admin.createNamespace(NamespaceDescriptor.create(table.getNamespaceAsString()).build());
        } catch (NamespaceExistException e) {
          // created for another of its tables
        }
      }
      TableDescriptorBuilder builder =
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(F)
                      .setCacheDataOnWrite(cacheOnWrite)
                      .setCacheIndexesOnWrite(cacheOnWrite)
                      .setCacheBloomsOnWrite(cacheOnWrite)
                      .build());
      if (tenant != null) {
        builder.setValue("ARGUS_TENANT", tenant);
      }
      byte[][] splits = splitKeys.stream().map(Bytes::toBytes).toArray(byte[][]::new);
      admin.createTable(builder.build(), splits.length == 0 ? null : splits);
    }
  }

  @Override
  public void enableTable(String name, boolean enabled) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      if (enabled) {
        admin.enableTable(TableName.valueOf(name));
      } else {
        admin.disableTable(TableName.valueOf(name));
      }
    }
  }

  @Override
  public void dropTable(String name) throws IOException {
    TableName table = TableName.valueOf(name);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
      if (!table.getNamespaceAsString().equals("default")) {
        admin.deleteNamespace(table.getNamespaceAsString());
      }
    }
  }

  private static Put put(String key, byte[] value) {
    return new Put(Bytes.toBytes(key)).addColumn(F, Q, value);
  }

  @Override
  public void put(String name, String key, byte[] value) throws IOException {
    try (Table table = table(name)) {
      table.put(put(key, value));
    }
  }

  @Override
  public void putAll(String name, SortedMap<String, byte[]> rows) throws IOException {
    try (Table table = table(name)) {
      List<Put> batch = new ArrayList<>();
      for (var row : rows.entrySet()) {
        batch.add(put(row.getKey(), row.getValue()));
        if (batch.size() == BATCH) {
          table.put(batch);
          batch.clear();
        }
      }
      table.put(batch);
    }
  }

  @Override
  public byte @Nullable [] get(String name, String key) throws IOException {
    try (Table table = table(name)) {
      return table.get(new Get(Bytes.toBytes(key))).getValue(F, Q);
    }
  }

  @Override
  public List<byte @Nullable []> getAll(String name, List<String> keys) throws IOException {
    try (Table table = table(name)) {
      List<Get> gets = keys.stream().map(key -> new Get(Bytes.toBytes(key))).toList();
      List<byte[]> values = new ArrayList<>();
      for (Result result : table.get(gets)) {
        values.add(result.getValue(F, Q));
      }
      return values;
    }
  }

  @Override
  public List<Row> scan(String name, @Nullable String from, @Nullable String to, int caching)
      throws IOException {
    Scan scan = new Scan().setCaching(caching);
    if (from != null) {
      scan.withStartRow(Bytes.toBytes(from));
    }
    if (to != null) {
      scan.withStopRow(Bytes.toBytes(to));
    }
    return rows(name, scan);
  }

  /** Returns the keys that a scan of any kind yields. */
  List<String> scan(String name, Scan scan) throws IOException {
    return rows(name, scan).stream().map(Row::key).collect(Collectors.toList());
  }

  private List<Row> rows(String name, Scan scan) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (Table table = table(name);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner) {
        rows.add(new Row(Bytes.toString(row.getRow()), row.getValue(F, Q)));
      }
    }
    return rows;
  }

  @Override
  public int scanCatalogue() throws IOException {
    int rows = 0;
    try (Table meta = connection.getTable(TableName.META_TABLE_NAME);
        ResultScanner scanner = meta.getScanner(new Scan().setCaching(3))) {
      for (Result row : scanner) {
        rows += row.isEmpty() ? 0 : 1;
      }
    }
    return rows;
  }

  /** Flushes region by region: masters before 2.6 do not know how this client flushes a table. */
  @Override
  public void flush(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (RegionInfo region : admin.getRegions(TableName.valueOf(table))) {
        admin.flushRegion(region.getRegionName());
      }
    }
  }

  @Override
  public void majorCompact(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.majorCompact(TableName.valueOf(table));
    }
  }

  @Override
  public int storeFiles(String table) throws IOException {
    int files = 0;
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        files +=
            admin.getRegionMetrics(server, TableName.valueOf(table)).stream()
                .mapToInt(region -> region.getStoreFileCount())
                .sum();
      }
    }
    return files;
  }

  @Override
  public int regions(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return admin.getRegions(TableName.valueOf(table)).size();
    }
  }

  @Override
  public Map<String, long[]> requests(String table) throws IOException {
    Map<String, long[]> requests = new TreeMap<>();
    try (Admin admin = connection.getAdmin()) {
      for (ServerName server : admin.getRegionServers()) {
        admin
            .getRegionMetrics(server, TableName.valueOf(table))
            .forEach(
                region ->
                    requests.put(
                        server + " " + region.getNameAsString(),
                        new long[] {region.getReadRequestCount(), region.getWriteRequestCount()}));
      }
    }
    return requests;
  }

  @Override
  public void splitFirstRegion(String table, String key) throws Exception {
    try (Admin admin = connection.getAdmin()) {
      byte[] first = admin.getRegions(TableName.valueOf(table)).get(0).getRegionName();
      admin.splitRegionAsync(first, Bytes.toBytes(key)).get();
    }
  }

  @Override
  public void moveRegions(String table) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
      for (ServerName server : servers) {
        ServerName other = servers.get(servers.size() - 1 - servers.indexOf(server));
        for (RegionInfo region : admin.getRegions(server)) {
          if (region.getTable().equals(TableName.valueOf(table))) {
            admin.move(region.getEncodedNameAsBytes(), other);
          }
        }
      }
    }
  }

  /** Flushes rows: the tool that writes store files needs classes of the server. */
  @Override
  public void bulkLoad(String table, SortedMap<String, byte[]> rows) throws IOException {
    putAll(table, rows);
    flush(table);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
