package io.argus.hbase2.server;

import java.util.List;
import org.apache.hadoop.fs.FileSystem;

/**
 * The bytes that the calling thread has read from the file systems, by Hadoop's statistics: with
 * short-circuit, local and remote reads, without checksums and hedged reads.
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
   * A file system appears at its first use. The list is refreshed every few seconds only, because
   * Hadoop takes a global lock for it.
   */
  @SuppressWarnings("deprecation") // its replacement has no figures by thread
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
