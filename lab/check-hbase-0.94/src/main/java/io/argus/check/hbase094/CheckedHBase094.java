package io.argus.check.hbase094;

import io.argus.check.CheckedCluster;
import io.argus.check.CheckedTable;
import io.argus.load.client.HBaseDb;
import io.argus.load.hbase094.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HColumnDescriptor;
import org.apache.hadoop.hbase.HRegionInfo;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.HConnection;
import org.apache.hadoop.hbase.client.HConnectionManager;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.client.HTableInterface;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The tables of the checking clients in HBase 0.94, which cannot merge regions of an enabled table.
 *
 * <p>Tables may be opened by any thread; the rest is used by one.
 */
public final class CheckedHBase094 implements CheckedCluster {
  private static final byte[] FAMILY = Bytes.toBytes(HBaseDb.FAMILY);
  private static final byte[] QUALIFIER = Bytes.toBytes("v");
  private static final long MAX_MOVE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Configuration configuration = HBaseConfiguration.create();
  private final HConnection connection;

  /** Connects by the configuration on the class path. */
  public CheckedHBase094() throws IOException {
    connection = HConnectionManager.createConnection(configuration);
  }

  @Override
  public CheckedTable open(String table) throws IOException {
    return new Opened(connection.getTable(Tables.physical(table)));
  }

  @Override
  public void create(String name, byte[][] splits) throws IOException {
    HTableDescriptor table = new HTableDescriptor(Tables.physical(name));
    HColumnDescriptor family = new HColumnDescriptor(FAMILY);
    family.setMaxVersions(1);
    table.addFamily(family);
    table.setValue(Tables.TENANT_ATTRIBUTE, name.substring(0, name.indexOf(':')));
    byte[] @Nullable [] cuts = splits.length == 0 ? null : splits;
    try (HBaseAdmin admin = new HBaseAdmin(configuration)) {
      admin.createTable(table, cuts);
    }
  }

  @Override
  public void split(String table, byte[] at) throws IOException {
    try (HBaseAdmin admin = new HBaseAdmin(configuration)) {
      admin.split(Bytes.toBytes(Tables.physical(table)), at);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void act(Action action, String name) throws IOException {
    String table = Tables.physical(name);
    try (HBaseAdmin admin = new HBaseAdmin(configuration)) {
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
          truncate(admin, table);
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
          throw new IOException("HBase 0.94 cannot merge regions online");
      }
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  @Override
  public void remove(String name) throws IOException {
    String table = Tables.physical(name);
    try (HBaseAdmin admin = new HBaseAdmin(configuration)) {
      if (admin.tableExists(table)) {
        if (admin.isTableEnabled(table)) {
          admin.disableTable(table);
        }
        admin.deleteTable(table);
      }
    }
  }

  /** What the shell's {@code truncate} does to a disabled table. */
  private static void truncate(HBaseAdmin admin, String table) throws IOException {
    HTableDescriptor descriptor = admin.getTableDescriptor(Bytes.toBytes(table));
    admin.deleteTable(table);
    admin.createTable(descriptor);
  }

  private void move(HBaseAdmin admin, String name) throws IOException, InterruptedException {
    awaitMoves(admin);
    List<ServerName> servers = servers(admin);
    for (Map.Entry<HRegionInfo, ServerName> region : regions(name).entrySet()) {
      int next = (servers.indexOf(region.getValue()) + 1) % servers.size();
      move(admin, region.getKey(), servers.get(next));
    }
  }

  private void spread(HBaseAdmin admin, String name) throws IOException {
    List<ServerName> servers = servers(admin);
    int next = 0;
    for (Map.Entry<HRegionInfo, ServerName> region : regions(name).entrySet()) {
      ServerName server = servers.get(next++ % servers.size());
      if (!server.equals(region.getValue())) {
        move(admin, region.getKey(), server);
      }
    }
  }

  /** HBase 0.94 answers before a region has moved, and refuses to move it again until then. */
  private static void awaitMoves(HBaseAdmin admin) throws IOException, InterruptedException {
    long started = System.nanoTime();
    while (!admin.getClusterStatus().getRegionsInTransition().isEmpty()
        && System.nanoTime() - started < MAX_MOVE_NANOS) {
      Thread.sleep(100);
    }
  }

  private static void move(HBaseAdmin admin, HRegionInfo region, ServerName to) throws IOException {
    admin.move(region.getEncodedNameAsBytes(), Bytes.toBytes(to.getServerName()));
  }

  private Map<HRegionInfo, ServerName> regions(String name) throws IOException {
    try (HTable table = new HTable(configuration, name)) {
      return table.getRegionLocations();
    }
  }

  private static List<ServerName> servers(HBaseAdmin admin) throws IOException {
    return admin.getClusterStatus().getServers().stream()
        .sorted(Comparator.comparing(ServerName::getPort))
        .collect(Collectors.toList());
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IOException("interrupted", e);
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }

  /** Used by one thread. */
  private static final class Opened implements CheckedTable {
    private final HTableInterface table;

    Opened(HTableInterface table) {
      this.table = table;
    }

    @Override
    public void put(byte[] key, byte[] value, long timestamp) throws IOException {
      table.put(new Put(key).add(FAMILY, QUALIFIER, timestamp, value));
    }

    @Override
    public void putAll(Iterable<byte[]> keys, byte[] value) throws IOException {
      List<Put> puts = new ArrayList<>();
      keys.forEach(key -> puts.add(new Put(key).add(FAMILY, QUALIFIER, value)));
      table.put(puts);
    }

    @Override
    public byte @Nullable [] get(byte[] key) throws IOException {
      return table.get(new Get(key).addColumn(FAMILY, QUALIFIER)).getValue(FAMILY, QUALIFIER);
    }

    @Override
    public void scan(byte[] from, byte[] to, int caching, RowReader reader) throws IOException {
      Scan scan = new Scan(from, to).addColumn(FAMILY, QUALIFIER);
      scan.setCaching(caching);
      try (ResultScanner scanner = table.getScanner(scan)) {
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
      Put put = new Put(key).add(FAMILY, QUALIFIER, timestamp, value);
      return table.checkAndPut(key, FAMILY, QUALIFIER, expected, put);
    }

    @Override
    public void close() throws IOException {
      table.close();
    }
  }
}
