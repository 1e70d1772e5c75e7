package org.apache.hadoop.hbase.io.hfile.bucket;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * Reports whether a BucketCache has started. From HBase 2.6.5 on, it reads what it has kept over a
 * restart in a thread of its own, and caches nothing until it is done. Before, it has started once
 * it exists.
 *
 * <p>Safe for use by any thread.
 */
final class BucketStart {
  private final BucketCache cache;

  /**
   * Takes the time to wait for it, and returns whether the cache is in use; null if there is none.
   */
  private final @Nullable Method wait;

  private volatile boolean over;

  BucketStart(BucketCache cache) {
    this.cache = cache;
    Method found = null;
    try {
      found = BucketCache.class.getMethod("waitForCacheInitialization", long.class);
    } catch (NoSuchMethodException startsAtOnce) {
      over = true;
    }
    wait = found;
  }

  /**
   * @throws IllegalStateException if the cache does not tell
   */
  boolean isOver() {
    if (!over && wait != null) {
      try {
        over = (boolean) wait.invoke(cache, 0L);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return over;
  }
}
