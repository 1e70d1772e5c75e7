package io.argus.hbase094.it;

import io.argus.contract.StockClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.ClusterStatus;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HColumnDescriptor;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.HConnection;
import org.apache.hadoop.hbase.client.HConnectionManager;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.mapreduce.LoadIncrementalHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ClassSize;
import org.jspecify.annotations.Nullable;

/** A stock client of HBase 0.94. */
final class HBase094Client implements StockClient {
  private static final byte[] F = Bytes.toBytes(FAMILY);
  private static final byte[] Q = Bytes.toBytes(QUALIFIER);
  private static final int BATCH = 100;

  static {
    loadClassSize();
  }

  private final Configuration conf;
  private final HConnection connection;

  HBase094Client(Path siteFile) throws IOException {
    conf = configuration(siteFile);
    conf.set(HConstants.HBASE_CLIENT_INSTANCE_ID, UUID.randomUUID().toString());
    connection = HConnectionManager.createConnection(conf);
  }

  static Configuration configuration(Path siteFile) {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(new org.apache.hadoop.fs.Path(siteFile.toUri()));
    conf.set("fs.default.name", conf.get(HConstants.HBASE_DIR));
    return conf;
  }

  /** HBase 0.94 cannot read the version of a current Java. */
  private static void loadClassSize() {
    String version = System.getProperty("java.version");
    System.setProperty("java.version", "1.8.0_400");
    try {
      if (ClassSize.OBJECT <= 0) {
        throw new IllegalStateException("ClassSize could not be loaded");
      }
    } finally {
      System.setProperty("java.version", version);
    }
  }

  /** An operation on a table. */
  private interface TableWork<T> {
    T with(HTable table) throws Exception;
  }

  private <T> T onTable(String name, TableWork<T> work) throws Exception {
    try (HTable table = new HTable(Bytes.toBytes(name), connection)) {
      return work.with(table);
    }
  }

  /** An operation on the cluster. */
  private interface AdminWork<T> {
    T with(HBaseAdmin admin) throws Exception;
  }

  private <T> T asAdmin(AdminWork<T> work) throws Exception {
    try (HBaseAdmin admin = new HBaseAdmin(conf)) {
      return work.with(admin);
    }
  }

  @Override
  public void createTable(
      String name, boolean cacheOnWrite, @Nullable String tenant, List<String> splitKeys)
      throws Exception {
    HTableDescriptor table = new HTableDescriptor(name);
    HColumnDescriptor family = new HColumnDescriptor(F);
    family.setCacheDataOnWrite(cacheOnWrite);
    family.setCacheIndexesOnWrite(cacheOnWrite);
    family.setCacheBloomsOnWrite(cacheOnWrite);
    table.addFamily(family);
    if (tenant != null) {
      table.setValue("ARGUS_TENANT", tenant);
    }
    byte[][] splits = splitKeys.stream().map(Bytes::toBytes).toArray(byte[][]::new);
    asAdmin(
        admin -> {
          admin.createTable(table, splits.length == 0 ? null : splits);
          return null;
        });
  }

  @Override
  public void enableTable(String table, boolean enabled) throws Exception {
    asAdmin(
        admin -> {
          if (enabled) {
            admin.enableTable(table);
          } else {
            admin.disableTable(table);
          }
          return null;
        });
  }

  /** Does not wait for the end: HBaseAdmin does, and never sees it if the table is made again. */
  @Override
  public void dropTable(String table) throws Exception {
    asAdmin(
        admin -> {
          admin.disableTable(table);
          admin.getMaster().deleteTable(Bytes.toBytes(table));
          return null;
        });
  }

  private static Put put(String key, byte[] value) {
    return new Put(Bytes.toBytes(key)).add(F, Q, value);
  }

  @Override
  public void put(String name, String key, byte[] value) throws Exception {
    onTable(
        name,
        table -> {
          table.put(put(key, value));
          return null;
        });
  }

  @Override
  public void putAll(String name, SortedMap<String, byte[]> rows) throws Exception {
    onTable(
        name,
        table -> {
          List<Put> batch = new ArrayList<>();
          for (Map.Entry<String, byte[]> row : rows.entrySet()) {
            batch.add(put(row.getKey(), row.getValue()));
            if (batch.size() == BATCH) {
              table.put(batch);
              batch.clear();
            }
          }
          table.put(batch);
          return null;
        });
  }

  @Override
  public byte @Nullable [] get(String name, String key) throws Exception {
    return onTable(name, table -> table.get(new Get(Bytes.toBytes(key))).getValue(F, Q));
  }

  @Override
  public List<byte @Nullable []> getAll(String name, List<String> keys) throws Exception {
    List<Get> gets = keys.stream().map(key -> new Get(Bytes.toBytes(key))).toList();
    return onTable(
        name,
        table -> {
          List<byte[]> values = new ArrayList<>();
          for (Result result : table.get(gets)) {
            values.add(result.getValue(F, Q));
          }
          return values;
        });
  }

  @Override
  public List<Row> scan(String name, @Nullable String from, @Nullable String to, int caching)
      throws Exception {
    Scan scan = new Scan();
    scan.setCaching(caching);
    if (from != null) {
      scan.setStartRow(Bytes.toBytes(from));
    }
    if (to != null) {
      scan.setStopRow(Bytes.toBytes(to));
    }
    return rows(name, scan);
  }

  private List<Row> rows(String name, Scan scan) throws Exception {
    return onTable(
        name,
        table -> {
          List<Row> rows = new ArrayList<>();
          try (ResultScanner scanner = table.getScanner(scan)) {
            for (Result row : scanner) {
              rows.add(new Row(Bytes.toString(row.getRow()), row.getValue(F, Q)));
            }
          }
          return rows;
        });
  }

  @Override
  public int scanCatalogue() throws Exception {
    Scan scan = new Scan();
    scan.setCaching(3);
    return rows(Bytes.toString(HConstants.META_TABLE_NAME), scan).size();
  }

  @Override
  public void flush(String table) throws Exception {
    asAdmin(
        admin -> {
          admin.flush(table);
          return null;
        });
  }

  @Override
  public void majorCompact(String table) throws Exception {
    asAdmin(
        admin -> {
          admin.majorCompact(table);
          return null;
        });
  }

  /** Asks the region servers, since their reports to the master are seconds old. */
  @Override
  public int storeFiles(String name) throws Exception {
    return onTable(
        name,
        table -> {
          int files = 0;
          for (Map.Entry<HRegionInfo, ServerName> region : table.getRegionLocations().entrySet()) {
            ServerName server = region.getValue();
            files +=
                connection
                    .getHRegionConnection(server.getHostname(), server.getPort())
                    .getStoreFileList(region.getKey().getRegionName())
                    .size();
          }
          return files;
        });
  }

  @Override
  public int regions(String name) throws Exception {
    return onTable(name, table -> table.getRegionLocations().size());
  }

  @Override
  public Map<String, long[]> requests(String table) throws Exception {
    Map<String, long[]> requests = new TreeMap<>();
    ClusterStatus status = asAdmin(HBaseAdmin::getClusterStatus);
    for (ServerName server : status.getServers()) {
      status
          .getLoad(server)
          .getRegionsLoad()
          .values()
          .forEach(
              region -> {
                if (Bytes.toString(HRegionInfo.getTableName(region.getName())).equals(table)) {
                  requests.put(
                      server + " " + region.getNameAsString(),
                      new long[] {region.getReadRequestsCount(), region.getWriteRequestsCount()});
                }
              });
    }
    return requests;
  }

  @Override
  public void splitFirstRegion(String name, String key) throws Exception {
    byte[] first = onTable(name, table -> table.getRegionLocations().firstKey().getRegionName());
    asAdmin(
        admin -> {
          admin.split(first, Bytes.toBytes(key));
          return null;
        });
  }

  @Override
  public void moveRegions(String name) throws Exception {
    Map<HRegionInfo, ServerName> places = onTable(name, HTable::getRegionLocations);
    asAdmin(
        admin -> {
          List<ServerName> servers = new ArrayList<>(admin.getClusterStatus().getServers());
          for (Map.Entry<HRegionInfo, ServerName> place : places.entrySet()) {
            ServerName other = servers.get(servers.get(0).equals(place.getValue()) ? 1 : 0);
            admin.move(place.getKey().getEncodedNameAsBytes(), Bytes.toBytes(other.toString()));
          }
          return null;
        });
  }

  @Override
  public void bulkLoad(String name, SortedMap<String, byte[]> rows) throws Exception {
    FileSystem files = FileSystem.get(conf);
    org.apache.hadoop.fs.Path directory =
        new org.apache.hadoop.fs.Path("/bulk-load/" + UUID.randomUUID());
    HFile.Writer writer =
        HFile.getWriterFactoryNoCache(conf)
            .withPath(files, new org.apache.hadoop.fs.Path(directory, FAMILY + "/rows"))
            .create();
    for (Map.Entry<String, byte[]> row : rows.entrySet()) {
      writer.append(
          new KeyValue(
              Bytes.toBytes(row.getKey()), F, Q, System.currentTimeMillis(), row.getValue()));
    }
    writer.close();
    onTable(
        name,
        table -> {
          new LoadIncrementalHFiles(conf).doBulkLoad(directory, table);
          return null;
        });
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
