package io.argus.hbase094.server;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.metering.TableRow;
import io.argus.master.metering.UsageTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HColumnDescriptor;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HTableDescriptor;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.HBaseAdmin;
import org.apache.hadoop.hbase.client.HConnection;
import org.apache.hadoop.hbase.client.HConnectionManager;
import org.apache.hadoop.hbase.client.HTable;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The usage table in this HBase, through a client of it with a connection of its own that gives up
 * soon.
 *
 * <p>Safe for use by any thread.
 */
public final class HBaseUsageTable implements UsageTable {
  private static final String NAME = TenantMapping.USAGE_TABLE;
  private static final byte[] TABLE = Bytes.toBytes(NAME);

  /** Holds what tenants used, for as long as that is kept. */
  private static final byte[] USED = Bytes.toBytes("u");

  /** Holds what the master needs to go on, for good. */
  private static final byte[] STATE = Bytes.toBytes("s");

  private static final int SCANNED_AT_ONCE = 1_000;

  private final Supplier<Configuration> master;
  private @Nullable HConnection connection;

  /**
   * @param master the configuration of the master, read when the table is first used
   */
  public HBaseUsageTable(Supplier<Configuration> master) {
    this.master = master;
  }

  @Override
  public String name() {
    return NAME;
  }

  private synchronized HConnection connection() throws IOException {
    HConnection current = connection;
    if (current == null || current.isClosed() || current.isAborted()) {
      current = HConnectionManager.createConnection(clientConfiguration());
      connection = current;
    }
    return current;
  }

  private Configuration clientConfiguration() {
    Configuration conf = new Configuration(master.get());
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 4);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 20_000);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 10_000);
    return conf;
  }

  private int keepSeconds() {
    long days = Settings.read(master.get()::get).get(Settings.USAGE_KEEP_DAYS);
    return (int) TimeUnit.DAYS.toSeconds(days);
  }

  @Override
  public boolean put(Collection<TableRow> rows) throws IOException {
    if (rows.isEmpty()) {
      return false;
    }
    boolean created = require();
    List<Put> puts = new ArrayList<>(rows.size());
    for (TableRow row : rows) {
      Put put = new Put(Bytes.toBytes(row.key()));
      byte[] family = row.expires() ? USED : STATE;
      row.cells()
          .forEach((column, text) -> put.add(family, Bytes.toBytes(column), Bytes.toBytes(text)));
      puts.add(put);
    }
    try (HTable table = new HTable(TABLE, connection())) {
      table.put(puts);
    }
    return created;
  }

  /** Creates the table if there is none; returns whether it did. */
  private boolean require() throws IOException {
    HTableDescriptor current = current();
    if (current != null) {
      if (!current.hasFamily(USED) || !current.hasFamily(STATE)) {
        throw new IOException(
            "it lacks a column family: it must have u and s; drop it, and it is created anew");
      }
      return false;
    }
    HColumnDescriptor used = new HColumnDescriptor(USED);
    used.setMaxVersions(1);
    used.setTimeToLive(keepSeconds());
    HColumnDescriptor state = new HColumnDescriptor(STATE);
    state.setMaxVersions(1);
    HTableDescriptor table = new HTableDescriptor(NAME);
    table.addFamily(used);
    table.addFamily(state);
    try (HBaseAdmin admin = new HBaseAdmin(connection())) {
      admin.createTable(table);
      return true;
    } catch (TableExistsException e) {
      return false;
    }
  }

  /**
   * The table, null if there is none. HBaseAdmin would open two connections to ZooKeeper for it.
   *
   * @throws IOException if it is disabled
   */
  private @Nullable HTableDescriptor current() throws IOException {
    HConnection current = connection();
    if (current.isTableDisabled(TABLE)) {
      throw new IOException("it is disabled: type enable '" + NAME + "' into the HBase shell");
    }
    try {
      return current.getHTableDescriptor(TABLE);
    } catch (TableNotFoundException e) {
      return null;
    }
  }

  @Override
  public void scan(String fromKey, String toKey, Consumer<TableRow> consumer) throws IOException {
    if (current() == null) {
      return;
    }
    Scan scan = new Scan(Bytes.toBytes(fromKey), Bytes.toBytes(toKey));
    scan.setCacheBlocks(false);
    scan.setCaching(SCANNED_AT_ONCE);
    try (HTable table = new HTable(TABLE, connection());
        ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        Map<String, String> cells = new TreeMap<>();
        for (KeyValue cell : row.raw()) {
          cells.put(Bytes.toString(cell.getQualifier()), Bytes.toString(cell.getValue()));
        }
        consumer.accept(new TableRow(Bytes.toString(row.getRow()), cells));
      }
    }
  }

  @Override
  public void delete(Collection<String> keys) throws IOException {
    if (keys.isEmpty()) {
      return;
    }
    List<Delete> deletes = new ArrayList<>();
    keys.forEach(key -> deletes.add(new Delete(Bytes.toBytes(key))));
    try (HTable table = new HTable(TABLE, connection())) {
      table.delete(deletes);
    }
  }
}
