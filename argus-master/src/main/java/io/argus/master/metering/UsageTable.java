package io.argus.master.metering;

import java.io.IOException;
import java.util.Collection;
import java.util.function.Consumer;

/**
 * Port to the HBase table in which Argus keeps what tenants use. Rows are in the order of their
 * keys. A put replaces cells, so that the same put done twice changes nothing.
 *
 * <p>Implementations are safe for use by any thread. Every method may take some seconds.
 */
public interface UsageTable {
  /** The name of the table, for messages. */
  String name();

  /**
   * Writes rows; creates the table if there is none.
   *
   * @return whether the table was created, so that it lacks whatever was written before
   * @throws IOException saying what is wrong, and what would help; rows may be written or not
   */
  boolean put(Collection<TableRow> rows) throws IOException;

  /**
   * Reads all rows from a key on, before another; none if there is no table.
   *
   * @param consumer may throw to end the scan
   */
  void scan(String fromKey, String toKey, Consumer<TableRow> consumer) throws IOException;

  /** Deletes rows, if there are any. */
  void delete(Collection<String> keys) throws IOException;
}
