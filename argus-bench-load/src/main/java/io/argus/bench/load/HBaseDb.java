package io.argus.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * What the YCSB bindings of all HBase generations have in common: a thread's open tables, and
 * failures as a status.
 *
 * <p>Each instance is used by one thread.
 *
 * @param <T> the generation's type of an open table
 */
public abstract class HBaseDb<T extends Closeable> extends DB {

  /** What an operation does with its table. */
  @FunctionalInterface
  protected interface Operation<T> {
    Status on(T table) throws IOException;
  }

  /** Column family of the tables that the bench makes. */
  public static final String FAMILY = "f";

  private final Map<String, T> tables = new HashMap<>();
  private byte[] family = FAMILY.getBytes(StandardCharsets.UTF_8);

  @Override
  public void init() {
    family = getProperties().getProperty("columnfamily", FAMILY).getBytes(StandardCharsets.UTF_8);
  }

  /** The column family that the workload is on. */
  protected final byte[] family() {
    return family;
  }

  /** Opens a table over the connection that all threads of the process share. */
  protected abstract T open(String table) throws IOException;

  /** Does an operation; one that throws is an error. */
  protected final Status run(String name, Operation<T> operation) {
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
  public final Status insert(String table, String key, Map<String, ByteIterator> values) {
    return update(table, key, values);
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
}
