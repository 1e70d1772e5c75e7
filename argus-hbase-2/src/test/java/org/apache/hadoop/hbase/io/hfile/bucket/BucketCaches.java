package org.apache.hadoop.hbase.io.hfile.bucket;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.jspecify.annotations.Nullable;

/** HBase's own BucketCache, and what is only visible in its package. */
public final class BucketCaches {
  private static final int BLOCK_BYTES = 64 * 1024;
  private static final int WRITERS = 3;
  private static final int QUEUE_LENGTH = 64;
  private static final int ERRORS_TOLERATED_MILLIS = 100;

  private BucketCaches() {}

  /**
   * @param engine {@code offheap}, {@code file:PATH} or {@code mmap:PATH}
   * @param persistentPath where its map survives a restart, null if it does not
   */
  public static BucketCache start(String engine, long bytes, @Nullable String persistentPath)
      throws IOException {
    BucketCache cache =
        new BucketCache(
            engine,
            bytes,
            BLOCK_BYTES,
            null,
            WRITERS,
            QUEUE_LENGTH,
            persistentPath,
            ERRORS_TOLERATED_MILLIS,
            new Configuration(false));
    while (!cache.isCacheEnabled()) {
      Thread.onSpinWait();
    }
    return cache;
  }

  /** Whether this HBase starts a cache that survives a restart in a thread of its own. */
  public static boolean startsLater() {
    return Arrays.stream(BucketCache.class.getDeclaredMethods())
        .anyMatch(method -> method.getName().equals("setCacheState"));
  }

  /** Makes a cache what it is while it starts, or when it has started. */
  public static void setStarted(BucketCache cache, boolean started)
      throws ReflectiveOperationException {
    Field state = BucketCache.class.getDeclaredField("cacheState");
    state.setAccessible(true);
    for (Object constant : state.getType().getEnumConstants()) {
      if (constant.toString().equals(started ? "ENABLED" : "INITIALIZING")) {
        state.set(cache, constant);
      }
    }
  }

  /** A cache with places of those sizes, in which a put waits for its writer. */
  public static BucketCache startWaiting(long bytes, int... places) throws IOException {
    Configuration conf = new Configuration(false);
    conf.setLong(BucketCache.QUEUE_ADDITION_WAIT_TIME, TimeUnit.MINUTES.toMillis(1));
    return new BucketCache(
        "offheap",
        bytes,
        places[0],
        places,
        WRITERS,
        QUEUE_LENGTH,
        null,
        ERRORS_TOLERATED_MILLIS,
        conf);
  }

  /**
   * Takes keys out of the set of those that HBase knows by file, as if they were added too late.
   */
  public static void forgetFiles(BucketCache cache) {
    cache.blocksByHFile.clear();
  }

  /** Makes every read from the storage fail. HBase tolerates that for a while. */
  public static void breakReads(BucketCache cache) throws ReflectiveOperationException {
    IOEngine engine = cache.ioEngine;
    IOEngine broken =
        (IOEngine)
            Proxy.newProxyInstance(
                IOEngine.class.getClassLoader(),
                new Class<?>[] {IOEngine.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("read")) {
                    throw new IOException("broken by the test");
                  }
                  return method.invoke(engine, arguments);
                });
    Field field = BucketCache.class.getDeclaredField("ioEngine");
    field.setAccessible(true);
    field.set(cache, broken);
  }

  public static boolean isEnabled(BucketCache cache) {
    return cache.isCacheEnabled();
  }

  /** Waits until every block put before is stored or has been given up. */
  public static void awaitWriters(BucketCache cache) {
    while (!cache.ramCache.isEmpty()) {
      Thread.onSpinWait();
    }
  }

  public static long usedBytes(BucketCache cache) {
    return cache.getAllocator().getUsedSize();
  }

  /** Stores another block of a key that has one already, as two racing writers would. */
  public static void storeAgain(BucketCache cache, BlockCacheKey key, Cacheable block)
      throws IOException, ReflectiveOperationException {
    BucketEntry before = cache.getBackingMap().get(key);
    cache.putIntoBackingMap(
        key, new BucketWriter(cache, new LongAdder()).write(key, block, before));
  }
}
