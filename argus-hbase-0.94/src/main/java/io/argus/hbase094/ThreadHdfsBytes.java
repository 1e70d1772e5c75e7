package io.argus.hbase094;

/**
 * Counts the bytes that each thread read from HDFS.
 *
 * <p>Safe for use by any thread.
 */
final class ThreadHdfsBytes {
  private static final ThreadLocal<long[]> READ = ThreadLocal.withInitial(() -> new long[1]);

  private ThreadHdfsBytes() {}

  static void add(long bytes) {
    if (bytes > 0) {
      READ.get()[0] += bytes;
    }
  }

  static long readByThisThread() {
    return READ.get()[0];
  }
}
