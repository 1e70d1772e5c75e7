package io.argus.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The operations of the bench on tables; one subclass for each HBase generation. Tables are named
 * {@code namespace:table}.
 *
 * <p>Used by one thread.
 */
public abstract class BenchTables {
  /**
   * Block size of the tables, a little below HBase's 64 KB. Blocks grow beyond it by a row, headers
   * and checksums, and a DataNode often needs a second disk read beyond 64 KB.
   */
  protected static final int BLOCK_BYTES = 63 << 10;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long POLL_MILLIS = 200;

  /**
   * Runs a command: {@code load ROWS REGIONS TABLE...}, {@code clear-cache TABLE...}, {@code
   * compact TABLE...}, {@code settle TABLE...} or {@code limit THROTTLE PER_SECOND... TABLE...}.
   */
  private interface Work {
    void on(String table) throws IOException, InterruptedException;
  }

  private static void each(List<String> tables, Work work)
      throws IOException, InterruptedException {
    for (String table : tables) {
      work.on(table);
    }
  }

  protected final void run(String... arguments) throws IOException, InterruptedException {
    List<String> words = Arrays.asList(arguments);
    switch (words.isEmpty() ? "" : words.get(0)) {
      case "load" -> {
        TableRows rows =
            new TableRows(Long.parseLong(words.get(1)), Integer.parseInt(words.get(2)));
        each(words.subList(3, words.size()), table -> load(table, rows));
      }
      case "clear-cache" -> each(words.subList(1, words.size()), this::clearCache);
      case "compact" -> each(words.subList(1, words.size()), this::compact);
      case "settle" -> each(words.subList(1, words.size()), this::settle);
      case "limit" -> {
        int count = words.size() / 2 - 1;
        for (int i = 2; i < count + 2; i++) {
          limit(words.get(count + i), words.get(1), Long.parseLong(words.get(i)));
        }
      }
      default ->
          throw new IllegalArgumentException(
              "command is " + words + "; choose load, clear-cache, compact, settle or limit");
    }
  }

  /** Creates the table, and its namespace where HBase has them, with all rows on disk. */
  protected abstract void load(String table, TableRows rows)
      throws IOException, InterruptedException;

  /** Evicts the table's blocks from the block caches of all region servers. */
  protected abstract void clearCache(String table) throws IOException;

  /** Requests that the table is flushed and compacted. */
  protected abstract void compact(String table) throws IOException, InterruptedException;

  /** Whether no compaction of the table runs and no store has more than one file. */
  protected abstract boolean compacted(String table) throws IOException, InterruptedException;

  /**
   * Limits the table's tenant by a quota.
   *
   * @param throttle HBase's name of what is limited, such as {@code REQUEST_SIZE}
   * @param perSecond 0 for no limit
   */
  protected abstract void limit(String table, String throttle, long perSecond) throws IOException;

  /** Flushes the table and compacts every region to a single file. */
  private void settle(String table) throws IOException, InterruptedException {
    compact(table);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!compacted(table)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException(table + " is not compacted after " + PATIENCE.toMinutes() + " min");
      }
      Thread.sleep(POLL_MILLIS);
    }
  }
}
