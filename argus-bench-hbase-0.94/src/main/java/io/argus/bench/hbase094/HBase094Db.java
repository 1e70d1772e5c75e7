package io.argus.bench.hbase094;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.HConnection;
import org.apache.hadoop.hbase.client.HConnectionManager;
import org.apache.hadoop.hbase.client.HTableInterface;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB binding for HBase 0.94: fields are columns of the family {@code f}.
 *
 * <p>Each instance is used by one thread; all of a process share one connection.
 */
public final class HBase094Db extends DB {
  static final byte[] FAMILY = Bytes.toBytes("f");

  private final Map<String, HTableInterface> tables = new HashMap<>();

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    Get get = new Get(Bytes.toBytes(key));
    if (fields == null) {
      get.addFamily(FAMILY);
    } else {
      fields.forEach(field -> get.addColumn(FAMILY, Bytes.toBytes(field)));
    }
    try {
      Result row = table(table).get(get);
      if (row.isEmpty()) {
        return Status.NOT_FOUND;
      }
      copy(row, result);
      return Status.OK;
    } catch (IOException e) {
      return Status.ERROR;
    }
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startKey,
      int rows,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    Scan scan = new Scan(Bytes.toBytes(startKey));
    scan.setCaching(rows);
    if (fields == null) {
      scan.addFamily(FAMILY);
    } else {
      fields.forEach(field -> scan.addColumn(FAMILY, Bytes.toBytes(field)));
    }
    try (ResultScanner scanner = table(table).getScanner(scan)) {
      for (int left = rows; left > 0; left--) {
        Result row = scanner.next();
        if (row == null) {
          break;
        }
        HashMap<String, ByteIterator> copied = new HashMap<>();
        copy(row, copied);
        result.add(copied);
      }
      return Status.OK;
    } catch (IOException e) {
      return Status.ERROR;
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach((field, value) -> put.add(FAMILY, Bytes.toBytes(field), value.toArray()));
    try {
      table(table).put(put);
      return Status.OK;
    } catch (IOException e) {
      return Status.ERROR;
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    try {
      table(table).delete(new Delete(Bytes.toBytes(key)));
      return Status.OK;
    } catch (IOException e) {
      return Status.ERROR;
    }
  }

  @Override
  public void cleanup() throws DBException {
    for (HTableInterface table : tables.values()) {
      try {
        table.close();
      } catch (IOException e) {
        throw new DBException(e);
      }
    }
    tables.clear();
  }

  private HTableInterface table(String name) throws IOException {
    HTableInterface table = tables.get(name);
    if (table == null) {
      table = Shared.connection().getTable(TableNames.physical(name));
      tables.put(name, table);
    }
    return table;
  }

  private static void copy(Result row, Map<String, ByteIterator> fields) {
    for (KeyValue cell : row.raw()) {
      fields.put(Bytes.toString(cell.getQualifier()), new ByteArrayByteIterator(cell.getValue()));
    }
  }

  /** The connection of the process, opened at the first use. */
  private static final class Shared {
    private static @Nullable HConnection connection;

    static synchronized HConnection connection() throws IOException {
      if (connection == null) {
        connection = HConnectionManager.createConnection(HBaseConfiguration.create());
      }
      return connection;
    }
  }
}
