package io.argus.rivals;

import org.apache.hadoop.fs.FileSystem;

/**
 * Counts the bytes that the calling thread read from the file systems.
 *
 * <p>Safe for use by any thread.
 */
final class ThreadBytes {
  private static final long REFRESH_NANOS = 5_000_000_000L;

  private volatile FileSystem.Statistics[] statistics = new FileSystem.Statistics[0];
  private volatile long refreshedNanos = System.nanoTime() - REFRESH_NANOS;

  long read() {
    long bytes = 0;
    for (FileSystem.Statistics ofScheme : statistics()) {
      bytes += ofScheme.getThreadStatistics().getBytesRead();
    }
    return bytes;
  }

  /**
   * Refreshed seldom: file systems appear when first used, and listing them takes a global lock.
   */
  @SuppressWarnings("deprecation") // its replacement does not tell threads apart
  private FileSystem.Statistics[] statistics() {
    long now = System.nanoTime();
    if (now - refreshedNanos >= REFRESH_NANOS) {
      statistics = FileSystem.getAllStatistics().toArray(new FileSystem.Statistics[0]);
      refreshedNanos = now;
    }
    return statistics;
  }
}
