package io.argus.hbase2.cache;

import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hbase.thirdparty.io.netty.util.IllegalReferenceCountException;

/**
 * HBase's reference counts of blocks, its statistics of a block cache, and the number of cached
 * data blocks.
 *
 * <p>Safe for use by any thread.
 */
final class BlockCounts implements BlockReferences<BlockCacheKey, Cacheable> {
  /** The age of a block that is not known, for {@link CacheStats#evicted}. */
  private static final long NO_TIME = 0;

  private final CacheStats stats = new CacheStats("ArgusBlockCache");
  private final LongAdder dataBlocks = new LongAdder();
  private final LongAdder dataBytes = new LongAdder();

  /** A block that has been freed throws. */
  @Override
  public boolean retain(Cacheable block) {
    try {
      block.retain();
      return true;
    } catch (IllegalReferenceCountException freed) {
      return false;
    }
  }

  @Override
  public void release(Cacheable block) {
    block.release();
  }

  @Override
  public long heapBytes(BlockCacheKey key, Cacheable block) {
    return key.heapSize() + block.heapSize() + PartitionedCache.ENTRY_HEAP_BYTES;
  }

  @Override
  public void entered(BlockCacheKey key, Cacheable block, long heapBytes) {
    if (isData(block)) {
      dataBlocks.increment();
      dataBytes.add(heapBytes);
    }
  }

  @Override
  public void left(BlockCacheKey key, Cacheable block, long heapBytes) {
    if (isData(block)) {
      dataBlocks.decrement();
      dataBytes.add(-heapBytes);
    }
  }

  /** HBase's heap tuner uses the number of evictions, too. */
  @Override
  public void evicted(BlockCacheKey key) {
    stats.evicted(NO_TIME, key.isPrimary());
  }

  @Override
  public boolean isIndex(Cacheable block) {
    return !isData(block);
  }

  private static boolean isData(Cacheable block) {
    BlockType type = block.getBlockType();
    return type != null && type.isData();
  }

  CacheStats stats() {
    return stats;
  }

  long dataBlocks() {
    return dataBlocks.sum();
  }

  long dataBytes() {
    return dataBytes.sum();
  }
}
