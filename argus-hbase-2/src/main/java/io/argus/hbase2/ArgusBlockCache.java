package io.argus.hbase2;

import io.argus.core.HookRegistry;
import io.argus.core.TenantId;
import io.argus.regionserver.cache.CacheEntry;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.scheduler.HdfsGate;
import java.util.Iterator;
import org.apache.hadoop.hbase.io.hfile.ArgusBlockCopy;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockCacheUtil;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.ResizableBlockCache;
import org.jspecify.annotations.Nullable;

/**
 * The partitioned cache behind HBase's interface. Since HBase reads from HDFS exactly when a lookup
 * finds nothing, this is also where a request comes to the HDFS gate.
 *
 * <p>Safe for use by any thread.
 */
final class ArgusBlockCache implements ResizableBlockCache {
  /** Name of this hook in logs, reports and the page. */
  static final String HOOK = "cache";

  private final PartitionedCache<BlockCacheKey, Cacheable> blocks;
  private final BlockCounts counts;
  private final FileTenants owners;
  private final HdfsGate gate;
  private final HookRegistry hooks;
  private final CacheStats stats = new CacheStats("ArgusBlockCache");

  /**
   * @param gate where a lookup that found nothing waits for its turn at HDFS
   */
  ArgusBlockCache(
      PartitionedCache<BlockCacheKey, Cacheable> blocks,
      BlockCounts counts,
      FileTenants owners,
      HdfsGate gate,
      HookRegistry hooks) {
    this.hooks = hooks;
    this.blocks = blocks;
    this.counts = counts;
    this.owners = owners;
    this.gate = gate;
  }

  @Override
  public @Nullable Cacheable getBlock(
      BlockCacheKey key, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Cacheable block = blocks.get(key);
    try {
      if (block != null) {
        gate.afterRead();
        if (updateCacheMetrics) {
          stats.hit(caching, key.isPrimary(), key.getBlockType());
        }
      } else if (updateCacheMetrics && !repeat) {
        stats.miss(caching, key.isPrimary(), key.getBlockType());
        blocks.miss(owners.ownerOf(key, null));
        gate.beforeRead();
      }
    } catch (RuntimeException | LinkageError e) {
      hooks.fault(HOOK, e);
    }
    return block;
  }

  /** Caching is a favour: a block that cannot be cached for whatever reason is read again later. */
  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block, boolean inMemory) {
    gate.afterRead();
    try {
      TenantId owner = owners.ownerOf(key, block);
      boolean replace =
          blocks.contains(key) && BlockCacheUtil.shouldReplaceExistingCacheBlock(this, key, block);
      Cacheable copy = ArgusBlockCopy.onHeapIfPooled(block);
      put(key, copy == null ? block : copy, owner, inMemory, replace);
      if (copy != null) {
        copy.release();
      }
    } catch (RuntimeException | LinkageError e) {
      stats.failInsert();
      hooks.fault(HOOK, e);
    }
  }

  private void put(
      BlockCacheKey key, Cacheable block, TenantId owner, boolean inMemory, boolean replace) {
    boolean cached =
        replace
            ? blocks.replace(key, block, owner, key.getHfileName(), inMemory)
            : blocks.put(key, block, owner, key.getHfileName(), inMemory);
    if (!cached && !blocks.contains(key)) {
      stats.failInsert();
    }
  }

  @Override
  public void cacheBlock(BlockCacheKey key, Cacheable block) {
    cacheBlock(key, block, false);
  }

  @Override
  public boolean evictBlock(BlockCacheKey key) {
    return blocks.evict(key);
  }

  @Override
  public int evictBlocksByHfileName(String file) {
    owners.forget(file);
    return blocks.evictFile(file);
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

  /** This cache is made of no others. */
  @Override
  public BlockCache @Nullable [] getBlockCaches() {
    return null;
  }
}
