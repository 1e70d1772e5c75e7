package io.argus.hbase2.cache;

import io.argus.regionserver.cache.CacheEntry;
import java.util.Comparator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;

/** A cached block as HBase's pages list it. */
final class CachedBlockView implements CachedBlock {
  private static final Comparator<CachedBlock> ORDER =
      Comparator.comparing(CachedBlock::getFilename)
          .thenComparingLong(CachedBlock::getOffset)
          .thenComparing(Comparator.comparingLong(CachedBlock::getCachedTime).reversed());

  private final CacheEntry<BlockCacheKey, Cacheable> entry;

  CachedBlockView(CacheEntry<BlockCacheKey, Cacheable> entry) {
    this.entry = entry;
  }

  @Override
  public BlockPriority getBlockPriority() {
    switch (entry.priority()) {
      case IN_MEMORY:
        return BlockPriority.MEMORY;
      case MULTI_ACCESS:
        return BlockPriority.MULTI;
      default:
        return BlockPriority.SINGLE;
    }
  }

  @Override
  public BlockType getBlockType() {
    return entry.block().getBlockType();
  }

  @Override
  public long getOffset() {
    return entry.key().getOffset();
  }

  @Override
  public long getSize() {
    return entry.block().heapSize();
  }

  @Override
  public long getCachedTime() {
    return entry.insertedNanos();
  }

  @Override
  public String getFilename() {
    return entry.key().getHfileName();
  }

  @Override
  public int compareTo(CachedBlock other) {
    return ORDER.compare(this, other);
  }
}
