package io.argus.contract;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Port to a stock client of one HBase generation, connected to a cluster. Tables have one family
 * {@value #FAMILY} and one column {@value #QUALIFIER}.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface StockClient extends AutoCloseable {
  String FAMILY = "f";
  String QUALIFIER = "q";

  /**
   * Creates a table.
   *
   * @param cacheOnWrite whether its blocks are cached when they are written
   * @param tenant value of its attribute ARGUS_TENANT, null for none
   * @param splitKeys first keys of all regions but the first
   */
  void createTable(
      String table, boolean cacheOnWrite, @Nullable String tenant, List<String> splitKeys)
      throws Exception;

  void dropTable(String table) throws Exception;

  /** Enables or disables a table. */
  void enableTable(String table, boolean enabled) throws Exception;

  /** Writes one row in a call of its own. */
  void put(String table, String key, byte[] value) throws Exception;

  /** Writes rows, many a call. */
  void putAll(String table, SortedMap<String, byte[]> rows) throws Exception;

  /** Reads one row; null if there is none. */
  byte @Nullable [] get(String table, String key) throws Exception;

  /** Reads rows, many a call, in the order of the keys; null where there is none. */
  List<byte @Nullable []> getAll(String table, List<String> keys) throws Exception;

  /**
   * Scans a table.
   *
   * @param from first key, null for the beginning of the table
   * @param to key before which the scan ends, null for the end of the table
   * @param caching rows a call
   * @return the rows in the order in which they arrive, with duplicates
   */
  List<Row> scan(String table, @Nullable String from, @Nullable String to, int caching)
      throws Exception;

  /** Scans the table of regions, a few rows a call; returns its number of rows. */
  int scanCatalogue() throws Exception;

  void flush(String table) throws Exception;

  /** Requests a major compaction, and does not wait for it. */
  void majorCompact(String table) throws Exception;

  int storeFiles(String table) throws Exception;

  int regions(String table) throws Exception;

  /**
   * The read and the write requests of each region of a table that is on a server, as HBase counts
   * them since the region was opened there.
   *
   * @return by server and region
   */
  Map<String, long[]> requests(String table) throws Exception;

  /** Requests a split of the table's first region at a key, and does not wait for it. */
  void splitFirstRegion(String table, String key) throws Exception;

  /** Moves every region of the table to another server. */
  void moveRegions(String table) throws Exception;

  /** Loads rows as store files. */
  void bulkLoad(String table, SortedMap<String, byte[]> rows) throws Exception;

  /** A row that a scan has found. */
  record Row(String key, byte[] value) {}
}
