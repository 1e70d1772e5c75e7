package org.apache.hadoop.hbase.io.hfile.bucket;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.nio.HBaseReferenceCounted;
import org.jspecify.annotations.Nullable;

/**
 * The blocks that HBase evicts before all others, in versions that do: those of files with the cold
 * data of a tiered store (from 2.6.4 on), and those of files that no region here has open, once
 * they are so old that no flush or compaction can be about to open them (from 2.6.2 on).
 *
 * <p>Safe for use by any thread.
 */
final class StaleBlocks {
  private final BucketCache cache;
  private final @Nullable Method tieredStores = method(tiering(), "getInstance");
  private final @Nullable Method coldFiles = method(tiering(), "getColdFilesList");
  private final @Nullable Method openFiles =
      method(BlockCacheUtil.class, "listAllFilesNames", Map.class);
  private final @Nullable Field openRegions = field("onlineRegions");
  private final @Nullable Field graceMillis = field("orphanBlockGracePeriod");

  StaleBlocks(BucketCache cache) {
    this.cache = cache;
  }

  private static @Nullable Class<?> tiering() {
    try {
      return Class.forName(
          "org.apache.hadoop.hbase.regionserver.DataTieringManager",
          false,
          BucketCache.class.getClassLoader());
    } catch (ClassNotFoundException earlierVersion) {
      return null;
    }
  }

  private static @Nullable Method method(
      @Nullable Class<?> owner, String name, Class<?>... parameters) {
    try {
      return owner == null ? null : owner.getMethod(name, parameters);
    } catch (NoSuchMethodException earlierVersion) {
      return null;
    }
  }

  private static @Nullable Field field(String name) {
    try {
      Field field = BucketCache.class.getDeclaredField(name);
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException earlierVersion) {
      return null;
    }
  }

  /** Returns which blocks are stale now; null if none can be. */
  @Nullable BiPredicate<BlockCacheKey, HBaseReferenceCounted> now()
      throws ReflectiveOperationException {
    Set<?> cold = coldFiles();
    Set<?> open = openFiles();
    if (cold.isEmpty() && open == null) {
      return null;
    }
    long oldest =
        open == null || graceMillis == null
            ? Long.MIN_VALUE
            : System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(graceMillis.getLong(cache));
    return (key, place) ->
        cold.contains(key.getHfileName())
            || (open != null
                && ((BucketEntry) place).getCachedTime() - oldest < 0
                && !open.contains(key.getHfileName()));
  }

  private Set<?> coldFiles() throws ReflectiveOperationException {
    Object manager = tieredStores == null ? null : tieredStores.invoke(null);
    return manager == null || coldFiles == null
        ? Collections.emptySet()
        : ((Map<?, ?>) coldFiles.invoke(manager)).keySet();
  }

  /** Returns the files that are open here; null if the cache does not know, or does not ask. */
  private @Nullable Set<?> openFiles() throws ReflectiveOperationException {
    Object regions = openRegions == null ? null : openRegions.get(cache);
    return regions == null || openFiles == null || graceMillis == null
        ? null
        : (Set<?>) openFiles.invoke(null, regions);
  }
}
