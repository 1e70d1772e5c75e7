package io.argus.hbase2.cache;

import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantBlockCache;
import io.argus.regionserver.cache.CacheEntry;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.Iterator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.ArgusBlockCopy;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;
import org.jspecify.annotations.Nullable;

/**
 * HBase's interface of a block cache over the partitioned cache. It only delegates. The shim for
 * HBase 0.94 has a like class: the two interfaces differ, so it cannot be shared.
 *
 * <p>Safe for use by any thread.
 */
public final class ArgusBlockCache implements FirstLevelBlockCache {
  private final TenantBlockCache<BlockCacheKey, Cacheable> cache;
  private final PartitionedCache<BlockCacheKey, Cacheable> blocks;
  private final BlockCounts counts;
  private final CacheStats stats;
  private final long maxBlockBytes;

  ArgusBlockCache(
      TenantBlockCache<BlockCacheKey, Cacheable> cache, BlockCounts counts, long maxBlockBytes) {
    this.maxBlockBytes = maxBlockBytes;
    this.cache = cache;
    this.blocks = cache.blocks();
    this.counts = counts;
    this.stats = counts.stats();
  }

  /**
   * Returns a cache whose partitions follow the plan of a region server.
   *
   * @param maxBlockBytes heap size up to which a block is cached
   */
  public static ArgusBlockCache of(
      RegionServerNode<TableName, ?> node, long capacityBytes, long maxBlockBytes) {
    BlockCounts counts = new BlockCounts();
    return new ArgusBlockCache(
        node.blocks().createCache(capacityBytes, counts, new HFiles()), counts, maxBlockBytes);
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Cacheable block = cache.get(key, updateCacheMetrics && !repeat, caching);
    if (block != null && updateCacheMetrics) {
      stats.hit(caching, key.isPrimary(), key.getBlockType());
    } else if (block == null && updateCacheMetrics && !repeat) {
      stats.miss(caching, key.isPrimary(), key.getBlockType());
    }
    return block;
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    boolean cached = false;
    try {
      if (block.heapSize() > maxBlockBytes) {
        cache.readForOtherLevel(key, block);
        stats.failInsert();
        return;
      }
      boolean replace =
          blocks.contains(key) && BlockCacheUtil.shouldReplaceExistingCacheBlock(this, key, block);
      Cacheable copy = ArgusBlockCopy.onHeapIfPooled(block);
      cached = cache.put(key, copy == null ? block : copy, inMemory, replace);
      if (copy != null) {
        copy.release();
      }
    } catch (RuntimeException | LinkageError e) {
      cache.fault(e);
    }
    if (!cached) {
      stats.failInsert();
    }
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
  public boolean containsBlock(BlockCacheKey key) {
    return blocks.contains(key);
  }

  /** Blocks that leave this cache go nowhere: each level has its own kinds of blocks. */
  @Override
  public void setVictimCache(BlockCache victimCache) {}

  @Override
  public long heapSize() {
    return blocks.usedBytes();
  }

  @Override
  public void setMaxSize(long size) {
    blocks.resize(size);
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
  public long getMaxSize() {
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
  public long getBlockCount() {
    return blocks.blockCount();
  }

  @Override
  public long getCurrentDataSize() {
    return counts.dataBytes();
  }

  @Override
  public long getDataBlockCount() {
    return counts.dataBlocks();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    Iterator<CacheEntry<BlockCacheKey, Cacheable>> entries = blocks.entries().iterator();
    return new Iterator<CachedBlock>() {
      @Override
      public boolean hasNext() {
        return entries.hasNext();
      }

      @Override
      public CachedBlock next() {
        return new CachedBlockView(entries.next());
      }
    };
  }

  TenantBlockCache<BlockCacheKey, Cacheable> tenants() {
    return cache;
  }

  /** This cache consists of no others. */
  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }
}
