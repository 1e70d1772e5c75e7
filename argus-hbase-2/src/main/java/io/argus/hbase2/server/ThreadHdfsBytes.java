package io.argus.hbase2.server;

import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/**
 * Counts the bytes that the calling thread read from the file systems, as Hadoop's statistics tell
 * them: short-circuit, local and remote reads alike, checksums and hedged reads not.
 *
 * <p>Safe for use by any thread.
 */
final class ThreadHdfsBytes {
  private static final long REFRESH_NANOS = 5_000_000_000L;

  private volatile FileSystem.Statistics[] statistics = new FileSystem.Statistics[0];
  private volatile long refreshedNanos = System.nanoTime() - REFRESH_NANOS;

  long readByThisThread() {
    long bytes = 0;
    for (FileSystem.Statistics ofScheme : statistics()) {
      bytes += ofScheme.getThreadStatistics().getBytesRead();
    }
    return bytes;
  }

  /**
   * File systems appear as they are first used; asked anew every few seconds, since asking takes a
   * global lock.
   */
  @SuppressWarnings("deprecation") // its replacement does not tell threads apart
  private FileSystem.Statistics[] statistics() {
    long now = System.nanoTime();
    if (now - refreshedNanos >= REFRESH_NANOS) {
      List<FileSystem.Statistics> all = FileSystem.getAllStatistics();
      statistics = all.toArray(new FileSystem.Statistics[0]);
      refreshedNanos = now;
    }
    return statistics;
  }
}
