package io.argus.load.hbase094;

import io.argus.load.client.HBaseDb;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.HConnection;
import org.apache.hadoop.hbase.client.HConnectionManager;
import org.apache.hadoop.hbase.client.HTableInterface;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;
import org.apache.hadoop.hbase.coprocessor.AggregateProtocol;
import org.apache.hadoop.hbase.filter.CompareFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
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

  /**
   * @param settings of the client; those of the first instance are those of all
   */
  private static synchronized HConnection connection(Map<String, String> settings)
      throws IOException {
    if (shared == null) {
      Configuration configuration = HBaseConfiguration.create();
      settings.forEach(configuration::set);
      shared = HConnectionManager.createConnection(configuration);
    }
    return shared;
  }

  @Override
  protected HTableInterface open(String table) throws IOException {
    return connection(clientSettings()).getTable(Tables.physical(table));
  }

  @Override
  protected Map<String, ByteIterator> get(HTableInterface table, byte[] key, List<byte[]> columns)
      throws IOException {
    Get get = get(key);
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
    table.put(put(key, values));
  }

  private Put put(byte[] key, Map<String, ByteIterator> values) {
    Put put = new Put(key);
    values.forEach((field, value) -> put.add(family(), bytes(field), value.toArray()));
    return put;
  }

  private Get get(byte[] key) {
    return new Get(key).addFamily(family());
  }

  @Override
  protected boolean getAll(HTableInterface table, List<byte[]> keys) throws IOException {
    Result[] rows = table.get(keys.stream().map(this::get).collect(Collectors.toList()));
    return Arrays.stream(rows).noneMatch(Result::isEmpty);
  }

  @Override
  protected void putAll(HTableInterface table, List<byte[]> keys, byte[] column, byte[] value)
      throws IOException {
    table.put(
        keys.stream()
            .map(key -> new Put(key).add(family(), column, value))
            .collect(Collectors.toList()));
  }

  @Override
  protected boolean batch(
      HTableInterface table, List<byte[]> read, byte[] written, Map<String, ByteIterator> values)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    read.forEach(key -> rows.add(get(key)));
    rows.add(put(written, values));
    try {
      Object[] results = table.batch(rows);
      return Arrays.stream(results)
          .limit(read.size())
          .noneMatch(result -> ((Result) result).isEmpty());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted in a batch");
    }
  }

  @Override
  protected void increment(HTableInterface table, byte[] key, byte[] column) throws IOException {
    table.incrementColumnValue(key, family(), column, 1);
  }

  @Override
  protected boolean putUnless(
      HTableInterface table, byte[] key, byte[] column, Map<String, ByteIterator> values)
      throws IOException {
    return table.checkAndPut(key, family(), column, null, put(key, values));
  }

  @Override
  protected long count(HTableInterface table) throws IOException {
    Scan scan = new Scan().addFamily(family());
    try {
      Map<byte[], Long> counts =
          table.coprocessorExec(
              AggregateProtocol.class,
              HConstants.EMPTY_START_ROW,
              HConstants.EMPTY_END_ROW,
              region -> region.getRowNum(new LongColumnInterpreter(), scan));
      return counts.values().stream().mapToLong(Long::longValue).sum();
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) { // so declared
      throw new IOException("cannot count", e);
    }
  }

  @Override
  protected void scanMatching(
      HTableInterface table, byte[] startKey, String keyPattern, int matches, boolean cached)
      throws IOException {
    Filter filter =
        new RowFilter(CompareFilter.CompareOp.EQUAL, new RegexStringComparator(keyPattern));
    Scan scan = new Scan(startKey, filter).addFamily(family());
    scan.setCaching(matches);
    try (ResultScanner scanner = table.getScanner(scan)) {
      scanner.next(matches);
    }
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
