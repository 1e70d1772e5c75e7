package io.argus.traces.policy;

import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.LruAdaptiveBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.TinyLfuBlockCache;

/**
 * A cache of HBase with its default settings.
 *
 * <p>Every cache evicts in the thread that puts, so that a trace has the same hits again. In a
 * server LruBlockCache and LruAdaptiveBlockCache evict the same blocks in a thread of their own.
 * TinyLFU draws a few of its decisions at random, without a seed.
 */
final class HBaseCache implements TracedCache {
  /** LruBlockCache without its eviction thread, which it cannot shut down by itself. */
  private static final class InlineLru extends LruBlockCache {
    InlineLru(long capacityBytes) {
      super(capacityBytes, EmptyBlock.BYTES, false);
    }

    @Override
    public void shutdown() {
      clearCache();
    }
  }

  /**
   * LruAdaptiveBlockCache without its eviction thread. That thread also changes which part of the
   * blocks is cached, but only after {@code hbase.lru.cache.heavy.eviction.count.limit} periods of
   * 10 s with heavy eviction. The default of HBase 2.6 is 2^31 - 1: it never does.
   */
  private static final class InlineAdaptiveLru extends LruAdaptiveBlockCache {
    InlineAdaptiveLru(long capacityBytes) {
      super(capacityBytes, EmptyBlock.BYTES, false);
    }

    @Override
    public void shutdown() {
      clearCache();
    }
  }

  private final BlockCache cache;

  private HBaseCache(BlockCache cache) {
    this.cache = cache;
  }

  static HBaseCache lru(long capacityBytes) {
    return new HBaseCache(new InlineLru(capacityBytes));
  }

  static HBaseCache adaptiveLru(long capacityBytes) {
    return new HBaseCache(new InlineAdaptiveLru(capacityBytes));
  }

  static HBaseCache tinyLfu(long capacityBytes) {
    return new HBaseCache(
        new TinyLfuBlockCache(capacityBytes, EmptyBlock.BYTES, EmptyBlock.BYTES, Runnable::run));
  }

  @Override
  public boolean access(BlockCacheKey block) {
    if (cache.getBlock(block, true, false, true) != null) {
      return true;
    }
    cache.cacheBlock(block, EmptyBlock.INSTANCE);
    return false;
  }

  @Override
  public long usedBytes() {
    return cache.getCurrentSize();
  }

  @Override
  public void close() {
    cache.shutdown();
  }
}
