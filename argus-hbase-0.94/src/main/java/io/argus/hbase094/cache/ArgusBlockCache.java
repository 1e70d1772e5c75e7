package io.argus.hbase094.cache;

import io.argus.hbase094.hdfs.CountedHdfs;
import io.argus.hbase094.hdfs.ThreadHdfsBytes;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantBlockCache;
import io.argus.regionserver.cache.CacheEntry;
import io.argus.regionserver.cache.PartitionedCache;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheColumnFamilySummary;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.FSUtils;
import org.jspecify.annotations.Nullable;

/**
 * HBase's interface of a block cache over the partitioned cache. It only delegates. The shim for
 * HBase 2 has a like class: the two interfaces differ, so it cannot be shared.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusBlockCache implements BlockCache {
  private final TenantBlockCache<BlockCacheKey, Cacheable> cache;
  private final PartitionedCache<BlockCacheKey, Cacheable> blocks;
  private final CacheStats stats;

  private ArgusBlockCache(TenantBlockCache<BlockCacheKey, Cacheable> cache, CacheStats stats) {
    this.cache = cache;
    this.blocks = cache.blocks();
    this.stats = stats;
  }

  /** Returns a cache whose partitions follow the plan of a region server. */
  public static ArgusBlockCache of(RegionServerNode<String, ?> node, long capacityBytes) {
    CacheStats stats = new CacheStats();
    return new ArgusBlockCache(
        node.blocks().createCache(capacityBytes, new BlockSizes(stats), new HFiles()), stats);
  }

  @Override
  public @Nullable Cacheable getBlock(BlockCacheKey key, boolean caching, boolean repeat) {
    Cacheable block = cache.get(key, !repeat, caching);
    if (block != null) {
      stats.hit(caching);
    } else if (!repeat) {
      stats.miss(caching);
    }
    return block;
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    if (!CountedHdfs.isInUse() && block instanceof HFileBlock) {
      ThreadHdfsBytes.add(((HFileBlock) block).getOnDiskSizeWithHeader());
    }
    cache.put(key, block, inMemory, false);
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return cache.evict(key);
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    return cache.evictFile(file);
  }

  @Override
  public CacheStats getStats() {
    return stats;
  }

  @Override
  public void shutdown() {
    blocks.clear();
  }

  @Override
  public long size() {
    return blocks.capacityBytes();
  }

  @Override
  public long getFreeSize() {
    return blocks.freeBytes();
  }

  @Override
  public long getCurrentSize() {
    return blocks.usedBytes();
  }

  @Override
  public long getEvictedCount() {
    return stats.getEvictedCount();
  }

  @Override
  public long getBlockCount() {
    return blocks.blockCount();
  }

  @Override
  public List<BlockCacheColumnFamilySummary> getBlockCacheColumnFamilySummaries(Configuration conf)
      throws IOException {
    Map<String, Path> files =
        FSUtils.getTableStoreFilePathMap(FileSystem.get(conf), FSUtils.getRootDir(conf));
    Map<String, BlockCacheColumnFamilySummary> summaries = new TreeMap<>();
    for (CacheEntry<BlockCacheKey, Cacheable> entry : blocks.entries()) {
      Path path = files.get(entry.key().getHfileName());
      if (path != null) {
        String family = path.getParent().getName();
        String table = path.getParent().getParent().getParent().getName();
        BlockCacheColumnFamilySummary summary =
            summaries.computeIfAbsent(
                table + "/" + family, name -> new BlockCacheColumnFamilySummary(table, family));
        summary.incrementBlocks();
        summary.incrementHeapSize(entry.heapBytes());
      }
    }
    List<BlockCacheColumnFamilySummary> sorted = new ArrayList<>(summaries.values());
    Collections.sort(sorted);
    return sorted;
  }
}
