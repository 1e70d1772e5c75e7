package io.argus.check;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An open table of one column, as the checking clients use it. One implementation for each HBase
 * generation, with HBase's own retries.
 *
 * <p>Each instance is used by one thread.
 */
public interface CheckedTable extends Closeable {
  /** Takes a row of a scan. */
  @FunctionalInterface
  interface RowReader {
    void row(byte[] key, byte[] value);
  }

  /** Writes a value as of that time; of several values the one with the latest time counts. */
  void put(byte[] key, byte[] value, long timestamp) throws IOException;

  /** Writes rows of the same value by one request. */
  void putAll(Iterable<byte[]> keys, byte[] value) throws IOException;

  /** The value of a row; null if there is no such row. */
  byte @Nullable [] get(byte[] key) throws IOException;

  /**
   * Reads the rows of a range in their order.
   *
   * @param to the first key that is not read
   * @param caching rows of a reply
   */
  void scan(byte[] from, byte[] to, int caching, RowReader reader) throws IOException;

  /** Adds one to a counter and returns what it is now. */
  long increment(byte[] key) throws IOException;

  /** Writes a value if the row has that value now; returns whether it had. */
  boolean replace(byte[] key, byte[] expected, byte[] value, long timestamp) throws IOException;
}
