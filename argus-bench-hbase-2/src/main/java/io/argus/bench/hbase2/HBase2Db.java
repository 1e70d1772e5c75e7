package io.argus.bench.hbase2;

import io.argus.bench.load.HBaseDb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/**
 * The YCSB binding for HBase 2.
 *
 * <p>Each instance is used by one thread; all of a process share one connection.
 */
public final class HBase2Db extends HBaseDb<Table> {
  static final byte[] FAMILY = bytes(HBaseDb.FAMILY);

  /** Guarded by the class. */
  private static @Nullable Connection shared;

  private static synchronized Connection connection() throws IOException {
    if (shared == null) {
      shared = ConnectionFactory.createConnection(HBaseConfiguration.create());
    }
    return shared;
  }

  @Override
  protected Table open(String table) throws IOException {
    return connection().getTable(TableName.valueOf(table));
  }

  @Override
  protected Map<String, ByteIterator> get(Table table, byte[] key, List<byte[]> columns)
      throws IOException {
    Get get = new Get(key).addFamily(family());
    columns.forEach(column -> get.addColumn(family(), column));
    return fields(table.get(get));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB takes no other map
  protected List<HashMap<String, ByteIterator>> scan(
      Table table, byte[] startKey, int rows, List<byte[]> columns) throws IOException {
    Scan scan = new Scan().withStartRow(startKey).setLimit(rows).setCaching(rows);
    scan.addFamily(family());
    columns.forEach(column -> scan.addColumn(family(), column));
    List<HashMap<String, ByteIterator>> found = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        found.add(fields(row));
      }
    }
    return found;
  }

  @Override
  protected void put(Table table, byte[] key, Map<String, ByteIterator> values) throws IOException {
    Put put = new Put(key);
    values.forEach((field, value) -> put.addColumn(family(), bytes(field), value.toArray()));
    table.put(put);
  }

  @Override
  protected void delete(Table table, byte[] key) throws IOException {
    table.delete(new Delete(key));
  }

  @SuppressWarnings("NonApiType") // YCSB takes no other map
  private static HashMap<String, ByteIterator> fields(Result row) {
    HashMap<String, ByteIterator> fields = new HashMap<>();
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        fields.put(
            Bytes.toString(CellUtil.cloneQualifier(cell)),
            new ByteArrayByteIterator(CellUtil.cloneValue(cell)));
      }
    }
    return fields;
  }
}
