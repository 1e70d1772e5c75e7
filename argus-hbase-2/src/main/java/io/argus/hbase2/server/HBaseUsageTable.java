package io.argus.hbase2.server;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantMapping;
import io.argus.master.metering.TableRow;
import io.argus.master.metering.UsageTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.NamespaceExistException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.rsgroup.RSGroupInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * The usage table in this HBase, through a client of it with a connection of its own that gives up
 * soon.
 *
 * <p>Safe for use by any thread.
 */
public final class HBaseUsageTable implements UsageTable {
  private static final TableName NAME =
      TableName.valueOf(TenantMapping.USAGE_NAMESPACE, TenantMapping.USAGE_NAME);

  /** Holds what tenants used, for as long as that is kept. */
  private static final byte[] USED = Bytes.toBytes("u");

  /** Holds what the master needs to go on, for good. */
  private static final byte[] STATE = Bytes.toBytes("s");

  private static final int SCANNED_AT_ONCE = 1_000;

  private final Supplier<Configuration> master;
  private @Nullable Connection connection;

  /**
   * @param master the configuration of the master, read when the table is first used
   */
  public HBaseUsageTable(Supplier<Configuration> master) {
    this.master = master;
  }

  @Override
  public String name() {
    return NAME.getNameAsString();
  }

  private synchronized Connection connection() throws IOException {
    Connection current = connection;
    if (current == null || current.isClosed()) {
      current = ConnectionFactory.createConnection(clientConfiguration());
      connection = current;
    }
    return current;
  }

  private Configuration clientConfiguration() {
    Configuration conf = new Configuration(master.get());
    conf.setInt(HConstants.HBASE_CLIENT_RETRIES_NUMBER, 4);
    conf.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, 20_000);
    conf.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, 20_000);
    conf.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, 10_000);
    conf.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, 20_000);
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
          .forEach(
              (column, text) -> put.addColumn(family, Bytes.toBytes(column), Bytes.toBytes(text)));
      puts.add(put);
    }
    try (Table table = connection().getTable(NAME)) {
      table.put(puts);
    }
    return created;
  }

  /** Creates the table if there is none; returns whether it did. */
  private boolean require() throws IOException {
    try (Admin admin = connection().getAdmin()) {
      if (admin.tableExists(NAME)) {
        if (admin.isTableDisabled(NAME)) {
          throw new IOException("it is disabled: type enable '" + NAME + "' into the HBase shell");
        }
        if (!Arrays.asList(families(admin)).containsAll(Arrays.asList("s", "u"))) {
          throw new IOException(
              "it lacks a column family: it must have u and s; drop it, and it is created anew");
        }
        return false;
      }
      try {
        admin.createNamespace(NamespaceDescriptor.create(NAME.getNamespaceAsString()).build());
      } catch (NamespaceExistException e) {
        // It is there already.
      }
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(USED)
                      .setMaxVersions(1)
                      .setTimeToLive(keepSeconds())
                      .build())
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(STATE).setMaxVersions(1).build())
              .build());
      return true;
    } catch (TableExistsException e) {
      return false;
    } catch (IOException e) {
      throw String.valueOf(e.getMessage()).contains("rsgroup") ? withoutServer(e) : e;
    }
  }

  /** HBase only says which table it is. */
  private static IOException withoutServer(IOException cause) {
    return new IOException(
        "HBase does not create it, because no server of its region server group is up. Start one,"
            + " move one there (move_servers_rsgroup in the HBase shell), or choose another group:"
            + " alter_namespace '"
            + NAME.getNamespaceAsString()
            + "', {METHOD => 'set', '"
            + RSGroupInfo.NAMESPACE_DESC_PROP_GROUP
            + "' => 'GROUP'}",
        cause);
  }

  private static String[] families(Admin admin) throws IOException {
    return admin.getDescriptor(NAME).getColumnFamilyNames().stream()
        .map(Bytes::toString)
        .toArray(String[]::new);
  }

  @Override
  public void scan(String fromKey, String toKey, Consumer<TableRow> consumer) throws IOException {
    try (Admin admin = connection().getAdmin()) {
      if (!admin.tableExists(NAME)) {
        return;
      }
      if (admin.isTableDisabled(NAME)) {
        throw new IOException("it is disabled: type enable '" + NAME + "' into the HBase shell");
      }
    }
    Scan scan =
        new Scan()
            .withStartRow(Bytes.toBytes(fromKey))
            .withStopRow(Bytes.toBytes(toKey))
            .setCacheBlocks(false)
            .setCaching(SCANNED_AT_ONCE);
    try (Table table = connection().getTable(NAME);
        ResultScanner rows = table.getScanner(scan)) {
      for (Result row = rows.next(); row != null; row = rows.next()) {
        Map<String, String> cells = new TreeMap<>();
        for (Cell cell : row.listCells()) {
          cells.put(
              Bytes.toString(CellUtil.cloneQualifier(cell)),
              Bytes.toString(CellUtil.cloneValue(cell)));
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
    try (Table table = connection().getTable(NAME)) {
      table.delete(deletes);
    }
  }
}
