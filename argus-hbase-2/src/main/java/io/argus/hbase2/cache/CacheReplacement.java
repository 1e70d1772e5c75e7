package io.argus.hbase2.cache;

import io.argus.regionserver.RegionServerNode;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruAdaptiveBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.TinyLfuBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.jspecify.annotations.Nullable;

/** Which of HBase's block caches Argus takes the place of. */
public final class CacheReplacement {
  // As in HBase, which keeps these to itself.
  private static final String LRU_MAX_BLOCK_SIZE = "hbase.lru.max.block.size";
  private static final String TINY_LFU_MAX_BLOCK_SIZE = "hbase.tinylfu.max.block.size";
  private static final long DEFAULT_MAX_BLOCK_SIZE = 16L << 20;

  private CacheReplacement() {}

  /**
   * Puts a partitioned cache in the place of HBase's. A BucketCache stays in use; a cache on the
   * heap is shut down.
   *
   * @return the new cache; null if Argus cannot partition that one, and then nothing has changed
   * @throws ReflectiveOperationException if this HBase lacks a member that Argus needs, which the
   *     message names; nothing has changed
   */
  public static @Nullable BlockCache of(
      RegionServerNode<TableName, ?> node, BlockCache current, Configuration conf)
      throws ReflectiveOperationException {
    BlockCache replacement = null;
    if (isOnHeap(current)) {
      replacement = onHeap(node, current, conf);
      current.shutdown();
    } else if (current.getClass() == CombinedBlockCache.class) {
      BlockCache first = ((CombinedBlockCache) current).getFirstLevelCache();
      BlockCache second = ((CombinedBlockCache) current).getSecondLevelCache();
      if (isOnHeap(first) && second instanceof BucketCache) {
        replacement =
            ArgusCombinedBlockCache.of(node, onHeap(node, first, conf), (BucketCache) second);
        first.shutdown();
      }
    }
    return replacement;
  }

  /** Returns in words what a block cache is, and where a BucketCache starts without its blocks. */
  public static String describe(BlockCache cache, Configuration conf) {
    if (!(cache instanceof CombinedBlockCache)) {
      return cache.getClass().getSimpleName();
    }
    BlockCache first = ((CombinedBlockCache) cache).getFirstLevelCache();
    BlockCache second = ((CombinedBlockCache) cache).getSecondLevelCache();
    String engine = conf.get(HConstants.BUCKET_CACHE_IOENGINE_KEY, "unknown");
    String path = conf.get(HConstants.BUCKET_CACHE_PERSISTENT_PATH_KEY, "");
    boolean startsEmpty =
        !path.isEmpty() && !engine.equals("offheap") && second.getBlockCount() == 0;
    return String.format(
        "%s for index and Bloom blocks, %s %s for data%s",
        first.getClass().getSimpleName(),
        second.getClass().getSimpleName(),
        engine,
        startsEmpty
            ? ", started empty: HBase took no blocks over from " + path + ", its log says why"
            : "");
  }

  /** Blocks that are too large for HBase's cache are so for that of Argus. */
  private static ArgusBlockCache onHeap(
      RegionServerNode<TableName, ?> node, BlockCache current, Configuration conf) {
    boolean tinyLfu = current.getClass() == TinyLfuBlockCache.class;
    return ArgusBlockCache.of(
        node,
        current.getMaxSize(),
        conf.getLong(
            tinyLfu ? TINY_LFU_MAX_BLOCK_SIZE : LRU_MAX_BLOCK_SIZE, DEFAULT_MAX_BLOCK_SIZE));
  }

  private static boolean isOnHeap(BlockCache cache) {
    return cache.getClass() == LruBlockCache.class
        || cache.getClass() == TinyLfuBlockCache.class
        || cache.getClass() == LruAdaptiveBlockCache.class;
  }
}
