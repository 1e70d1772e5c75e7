package io.argus.hbase094.cache;

import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * The heap bytes of blocks, and HBase's count of evicted ones. HBase 0.94 counts no references:
 * blocks are garbage collected.
 *
 * <p>Safe for use by any thread.
 */
final class BlockSizes implements BlockReferences<BlockCacheKey, Cacheable> {
  private final CacheStats stats;

  BlockSizes(CacheStats stats) {
    this.stats = stats;
  }

  @Override
  public boolean retain(Cacheable block) {
    return true;
  }

  @Override
  public void release(Cacheable block) {}

  @Override
  public long heapBytes(BlockCacheKey key, Cacheable block) {
    return key.heapSize() + block.heapSize() + PartitionedCache.ENTRY_HEAP_BYTES;
  }

  @Override
  public boolean isIndex(Cacheable block) {
    BlockType type = block.getBlockType();
    return type != BlockType.DATA && type != BlockType.ENCODED_DATA;
  }

  @Override
  public void left(BlockCacheKey key, Cacheable block, long heapBytes) {
    stats.evicted();
  }
}
