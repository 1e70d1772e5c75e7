package io.argus.load.client;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;

/**
 * What the YCSB bindings of all HBase generations share: fields are columns of one family, {@code
 * f} or what the property {@code columnfamily} names, properties that begin with {@code client.}
 * are those of HBase's client, and an operation that throws is an error.
 *
 * <p>Each instance is used by one thread.
 *
 * @param <T> the generation's type of an open table
 */
public abstract class HBaseDb<T extends Closeable> extends DB implements Requests.Sender {

  /** Column family of the tables that load clients make. */
  public static final String FAMILY = "f";

  @FunctionalInterface
  private interface Operation<T> {
    Status on(T table) throws IOException;
  }

  /** The column of the value in the rows of workloads. */
  private static final String FIELD = "field0";

  private static final byte[] COUNT = bytes("count");
  private static final byte[] ABSENT = bytes("absent");
  private static final String CLIENT = "client.";

  private final Map<String, T> tables = new HashMap<>();
  private byte[] family = bytes(FAMILY);

  @Override
  public void init() {
    family = bytes(getProperties().getProperty("columnfamily", FAMILY));
  }

  /** The properties of HBase's client that differ from its configuration. */
  protected final Map<String, String> clientSettings() {
    Map<String, String> settings = new TreeMap<>();
    for (String name : getProperties().stringPropertyNames()) {
      if (name.startsWith(CLIENT)) {
        settings.put(name.substring(CLIENT.length()), getProperties().getProperty(name));
      }
    }
    return settings;
  }

  protected final byte[] family() {
    return family;
  }

  /** Opens a table over the connection that all threads of the process share. */
  protected abstract T open(String table) throws IOException;

  /** Reads those columns of a row, or all if there are none; empty if there is no such row. */
  protected abstract Map<String, ByteIterator> get(T table, byte[] key, List<byte[]> columns)
      throws IOException;

  /** Reads those columns, or all if there are none, of so many rows from a key on. */
  @SuppressWarnings("NonApiType") // YCSB takes no other map
  protected abstract List<HashMap<String, ByteIterator>> scan(
      T table, byte[] startKey, int rows, List<byte[]> columns) throws IOException;

  protected abstract void put(T table, byte[] key, Map<String, ByteIterator> values)
      throws IOException;

  /** Reads rows in one call and returns whether all are there. */
  protected abstract boolean getAll(T table, List<byte[]> keys) throws IOException;

  /** Puts a value into a column of each row, in one call for each region server. */
  protected abstract void putAll(T table, List<byte[]> keys, byte[] column, byte[] value)
      throws IOException;

  /** Reads rows and puts one in one call, and returns whether all that were read are there. */
  protected abstract boolean batch(
      T table, List<byte[]> read, byte[] written, Map<String, ByteIterator> values)
      throws IOException;

  /** Adds 1 to a column. */
  protected abstract void increment(T table, byte[] key, byte[] column) throws IOException;

  /** Puts a row if it lacks a column, and returns whether it did. */
  protected abstract boolean putUnless(
      T table, byte[] key, byte[] column, Map<String, ByteIterator> values) throws IOException;

  /** Counts all rows in the region servers. */
  protected abstract long count(T table) throws IOException;

  /**
   * Scans from a key on until that many rows have keys that match, or there are no more.
   *
   * @param cached whether there is no use in reading ahead
   */
  protected abstract void scanMatching(
      T table, byte[] startKey, String keyPattern, int matches, boolean cached) throws IOException;

  protected abstract void delete(T table, byte[] key) throws IOException;

  @Override
  public final Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    return run(
        table,
        open -> {
          Map<String, ByteIterator> row = get(open, bytes(key), columns(fields));
          result.putAll(row);
          return row.isEmpty() ? Status.NOT_FOUND : Status.OK;
        });
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public final Status scan(
      String table,
      String startKey,
      int rows,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return run(
        table,
        open -> {
          result.addAll(scan(open, bytes(startKey), rows, columns(fields)));
          return Status.OK;
        });
  }

  @Override
  public final Status update(String table, String key, Map<String, ByteIterator> values) {
    return run(
        table,
        open -> {
          put(open, bytes(key), values);
          return Status.OK;
        });
  }

  @Override
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
  }

  @Override
  public final Status delete(String table, String key) {
    return run(
        table,
        open -> {
          delete(open, bytes(key));
          return Status.OK;
        });
  }

  @Override
  public final Status request(Requests.Kind kind, String table, List<byte[]> keys) {
    byte[] first = keys.get(0);
    return run(
        table,
        open -> {
          switch (kind) {
            case GET:
              return found(!get(open, first, Collections.emptyList()).isEmpty());
            case PUT:
              put(open, first, value());
              return Status.OK;
            case MULTI_GET:
              return found(getAll(open, keys));
            case MULTI_PUT:
              putAll(open, keys, bytes(FIELD), randomValue().toArray());
              return Status.OK;
            case MIXED_BATCH:
              return found(batch(open, keys.subList(1, keys.size()), first, value()));
            case INCREMENT:
              increment(open, first, COUNT);
              return Status.OK;
            case CHECK_AND_MUTATE:
              return found(putUnless(open, first, ABSENT, value()));
            case AGGREGATION:
              return found(count(open) > 0);
            case FILTERED_SCAN:
            case CACHED_SCAN:
              boolean cached = kind == Requests.Kind.CACHED_SCAN;
              scanMatching(open, first, Requests.MATCHING, keys.size(), cached);
              return Status.OK;
            case LOOKUP:
              break;
          }
          throw new IllegalArgumentException("request is " + kind);
        });
  }

  private static Status found(boolean all) {
    return all ? Status.OK : Status.NOT_FOUND;
  }

  private static Map<String, ByteIterator> value() {
    return Collections.singletonMap(FIELD, randomValue());
  }

  private static ByteIterator randomValue() {
    return new RandomByteIterator(Preset.VALUE_BYTES);
  }

  private Status run(String name, Operation<T> operation) {
    try {
      T table = tables.get(name);
      if (table == null) {
        table = open(name);
        tables.put(name, table);
      }
      return operation.on(table);
    } catch (IOException | UncheckedIOException e) {
      return Status.ERROR;
    }
  }

  @Override
  public final void cleanup() throws DBException {
    for (T table : tables.values()) {
      try {
        table.close();
      } catch (IOException e) {
        throw new DBException(e);
      }
    }
    tables.clear();
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static List<byte[]> columns(@Nullable Set<String> fields) {
    return fields == null
        ? Collections.emptyList()
        : fields.stream().map(HBaseDb::bytes).collect(Collectors.toList());
  }
}
