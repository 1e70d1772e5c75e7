package io.argus.bench.hbase094;

import io.argus.bench.load.HBaseDb;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

/**
 * The YCSB binding for HBase 0.94.
 *
 * <p>Each instance is used by one thread; all of a process share one connection.
 */
public final class HBase094Db extends HBaseDb<HTableInterface> {
  static final byte[] FAMILY = bytes(HBaseDb.FAMILY);

  /** Guarded by the class. */
  private static @Nullable HConnection shared;

  private static synchronized HConnection connection() throws IOException {
    if (shared == null) {
      shared = HConnectionManager.createConnection(HBaseConfiguration.create());
    }
    return shared;
  }

  @Override
  protected HTableInterface open(String table) throws IOException {
    return connection().getTable(Tables.physical(table));
  }

  @Override
  protected Map<String, ByteIterator> get(HTableInterface table, byte[] key, List<byte[]> columns)
      throws IOException {
    Get get = new Get(key).addFamily(family());
    columns.forEach(column -> get.addColumn(family(), column));
    return fields(table.get(get));
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB takes no other map
  protected List<HashMap<String, ByteIterator>> scan(
      HTableInterface table, byte[] startKey, int rows, List<byte[]> columns) throws IOException {
    Scan scan = new Scan(startKey).addFamily(family());
    scan.setCaching(rows);
    columns.forEach(column -> scan.addColumn(family(), column));
    List<HashMap<String, ByteIterator>> found = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result row : scanner.next(rows)) {
        found.add(fields(row));
      }
    }
    return found;
  }

  @Override
  protected void put(HTableInterface table, byte[] key, Map<String, ByteIterator> values)
      throws IOException {
    Put put = new Put(key);
    values.forEach((field, value) -> put.add(family(), bytes(field), value.toArray()));
    table.put(put);
  }

  @Override
  protected void delete(HTableInterface table, byte[] key) throws IOException {
    table.delete(new Delete(key));
  }

  @SuppressWarnings("NonApiType") // YCSB takes no other map
  private static HashMap<String, ByteIterator> fields(Result row) {
    HashMap<String, ByteIterator> fields = new HashMap<>();
    if (!row.isEmpty()) {
      for (KeyValue cell : row.raw()) {
        fields.put(Bytes.toString(cell.getQualifier()), new ByteArrayByteIterator(cell.getValue()));
      }
    }
    return fields;
  }
}
