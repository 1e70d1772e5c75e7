package io.argus.hbase094.hdfs;

/**
 * The bytes that each thread has read from HDFS.
 *
 * <p>Safe for use by any thread.
 */
public final class ThreadHdfsBytes {
  private static final ThreadLocal<long[]> READ = ThreadLocal.withInitial(() -> new long[1]);

  private ThreadHdfsBytes() {}

  public static void add(long bytes) {
    if (bytes > 0) {
      READ.get()[0] += bytes;
    }
  }

  public static long readByThisThread() {
    return READ.get()[0];
  }
}
