package io.argus.bench.hbase2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The YCSB binding for HBase 2: fields are columns of one family, {@code f} or what the property
 * {@code columnfamily} names.
 *
 * <p>Each instance is used by one thread; all of a process share one connection.
 */
public final class HBase2Db extends DB {
  static final byte[] FAMILY = Bytes.toBytes("f");

  private final Map<String, Table> tables = new HashMap<>();
  private byte[] family = FAMILY;

  @Override
  public void init() {
    family = Bytes.toBytes(getProperties().getProperty("columnfamily", Bytes.toString(FAMILY)));
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    Get get = new Get(Bytes.toBytes(key));
    if (fields == null) {
      get.addFamily(family);
    } else {
      fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
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
    Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(rows).setCaching(rows);
    if (fields == null) {
      scan.addFamily(family);
    } else {
      fields.forEach(field -> scan.addColumn(family, Bytes.toBytes(field)));
    }
    try (ResultScanner scanner = table(table).getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        HashMap<String, ByteIterator> copied = new HashMap<>();
        copy(row, copied);
        result.add(copied);
      }
      return Status.OK;
    } catch (IOException | UncheckedIOException e) {
      return Status.ERROR;
    }
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach((field, value) -> put.addColumn(family, Bytes.toBytes(field), value.toArray()));
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
    for (Table table : tables.values()) {
      try {
        table.close();
      } catch (IOException e) {
        throw new DBException(e);
      }
    }
    tables.clear();
  }

  private Table table(String name) throws IOException {
    Table table = tables.get(name);
    if (table == null) {
      table = Shared.connection().getTable(TableName.valueOf(name));
      tables.put(name, table);
    }
    return table;
  }

  private static void copy(Result row, Map<String, ByteIterator> fields) {
    for (Cell cell : row.rawCells()) {
      fields.put(
          Bytes.toString(CellUtil.cloneQualifier(cell)),
          new ByteArrayByteIterator(CellUtil.cloneValue(cell)));
    }
  }

  /** The connection of the process, opened at the first use. */
  private static final class Shared {
    private static @Nullable Connection connection;

    static synchronized Connection connection() throws IOException {
      if (connection == null) {
        connection = ConnectionFactory.createConnection(HBaseConfiguration.create());
      }
      return connection;
    }
  }
}
