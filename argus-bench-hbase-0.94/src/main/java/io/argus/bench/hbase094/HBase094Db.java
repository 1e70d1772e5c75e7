package io.argus.bench.hbase094;

import io.argus.bench.load.HBaseDb;
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
import site.ycsb.Status;

/**
 * The YCSB binding for HBase 0.94: fields are columns of the family {@code f}.
 *
 * <p>Each instance is used by one thread; all of a process share one connection.
 */
public final class HBase094Db extends HBaseDb<HTableInterface> {
  static final byte[] FAMILY = Bytes.toBytes(HBaseDb.FAMILY);

  /** Guarded by the class. */
  private static @Nullable HConnection shared;

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    Get get = new Get(Bytes.toBytes(key));
    if (fields == null) {
      get.addFamily(family());
    } else {
      fields.forEach(field -> get.addColumn(family(), Bytes.toBytes(field)));
    }
    return run(
        table,
        open -> {
          Result row = open.get(get);
          copy(row, result);
          return row.isEmpty() ? Status.NOT_FOUND : Status.OK;
        });
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
      scan.addFamily(family());
    } else {
      fields.forEach(field -> scan.addColumn(family(), Bytes.toBytes(field)));
    }
    return run(
        table,
        open -> {
          try (ResultScanner scanner = open.getScanner(scan)) {
            for (Result row : scanner.next(rows)) {
              HashMap<String, ByteIterator> fieldsOfRow = new HashMap<>();
              copy(row, fieldsOfRow);
              result.add(fieldsOfRow);
            }
          }
          return Status.OK;
        });
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach((field, value) -> put.add(family(), Bytes.toBytes(field), value.toArray()));
    return run(
        table,
        open -> {
          open.put(put);
          return Status.OK;
        });
  }

  @Override
  public Status delete(String table, String key) {
    return run(
        table,
        open -> {
          open.delete(new Delete(Bytes.toBytes(key)));
          return Status.OK;
        });
  }

  @Override
  protected HTableInterface open(String table) throws IOException {
    return connection().getTable(TableNames.physical(table));
  }

  private static void copy(Result row, Map<String, ByteIterator> fields) {
    if (row.isEmpty()) {
      return;
    }
    for (KeyValue cell : row.raw()) {
      fields.put(Bytes.toString(cell.getQualifier()), new ByteArrayByteIterator(cell.getValue()));
    }
  }

  private static synchronized HConnection connection() throws IOException {
    if (shared == null) {
      shared = HConnectionManager.createConnection(HBaseConfiguration.create());
    }
    return shared;
  }
}
