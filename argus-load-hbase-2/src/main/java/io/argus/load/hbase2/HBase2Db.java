package io.argus.load.hbase2;

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
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.coprocessor.AggregationClient;
import org.apache.hadoop.hbase.client.coprocessor.LongColumnInterpreter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.RowFilter;
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

  /** Has a connection that it does not need, so all threads share it. Guarded by the class. */
  private static @Nullable AggregationClient aggregations;

  /** Priority of gets, null for HBase's choice. */
  private @Nullable Integer priority;

  /**
   * @param settings of the client; those of the first instance are those of all
   */
  private static synchronized Connection connection(Map<String, String> settings)
      throws IOException {
    if (shared == null) {
      Configuration configuration = HBaseConfiguration.create();
      settings.forEach(configuration::set);
      shared = ConnectionFactory.createConnection(configuration);
    }
    return shared;
  }

  @Override
  public void init() {
    super.init();
    String chosen = getProperties().getProperty("priority");
    priority = chosen == null ? null : Integer.valueOf(chosen);
  }

  @Override
  protected Table open(String table) throws IOException {
    return connection(clientSettings()).getTable(TableName.valueOf(table));
  }

  @Override
  protected Map<String, ByteIterator> get(Table table, byte[] key, List<byte[]> columns)
      throws IOException {
    Get get = get(key);
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
    table.put(put(key, values));
  }

  private Get get(byte[] key) {
    Get get = new Get(key).addFamily(family());
    if (priority != null) {
      get.setPriority(priority);
    }
    return get;
  }

  private Put put(byte[] key, Map<String, ByteIterator> values) {
    Put put = new Put(key);
    values.forEach((field, value) -> put.addColumn(family(), bytes(field), value.toArray()));
    return put;
  }

  @Override
  protected boolean getAll(Table table, List<byte[]> keys) throws IOException {
    Result[] rows = table.get(keys.stream().map(this::get).collect(Collectors.toList()));
    return Arrays.stream(rows).noneMatch(Result::isEmpty);
  }

  @Override
  protected void putAll(Table table, List<byte[]> keys, byte[] column, byte[] value)
      throws IOException {
    table.put(
        keys.stream()
            .map(key -> new Put(key).addColumn(family(), column, value))
            .collect(Collectors.toList()));
  }

  @Override
  protected boolean batch(
      Table table, List<byte[]> read, byte[] written, Map<String, ByteIterator> values)
      throws IOException {
    List<Row> rows = new ArrayList<>();
    read.forEach(key -> rows.add(get(key)));
    rows.add(put(written, values));
    Object[] results = new Object[rows.size()];
    try {
      table.batch(rows, results);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted in a batch");
    }
    return Arrays.stream(results)
        .limit(read.size())
        .noneMatch(result -> ((Result) result).isEmpty());
  }

  @Override
  protected void increment(Table table, byte[] key, byte[] column) throws IOException {
    table.incrementColumnValue(key, family(), column, 1);
  }

  @Override
  protected boolean putUnless(
      Table table, byte[] key, byte[] column, Map<String, ByteIterator> values) throws IOException {
    return table
        .checkAndMutate(
            CheckAndMutate.newBuilder(key).ifNotExists(family(), column).build(put(key, values)))
        .isSuccess();
  }

  private static synchronized AggregationClient aggregations(Table table) {
    if (aggregations == null) {
      aggregations = new AggregationClient(table.getConfiguration());
    }
    return aggregations;
  }

  @Override
  protected long count(Table table) throws IOException {
    Scan scan = new Scan().addFamily(family());
    try {
      return aggregations(table).rowCount(table, new LongColumnInterpreter(), scan);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) { // so declared
      throw new IOException("cannot count", e);
    }
  }

  @Override
  protected void scanMatching(
      Table table, byte[] startKey, String keyPattern, int matches, boolean cached)
      throws IOException {
    Filter filter = new RowFilter(CompareOperator.EQUAL, new RegexStringComparator(keyPattern));
    Scan scan =
        new Scan()
            .withStartRow(startKey)
            .addFamily(family())
            .setFilter(filter)
            .setReadType(cached ? Scan.ReadType.PREAD : Scan.ReadType.DEFAULT);
    try (ResultScanner scanner = table.getScanner(scan.setCaching(matches).setLimit(matches))) {
      scanner.forEach(row -> {});
    }
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
