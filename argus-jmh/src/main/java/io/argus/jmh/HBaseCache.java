package io.argus.jmh;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.jspecify.annotations.Nullable;

/** HBase's LruBlockCache. Safe for use by any thread. */
final class HBaseCache implements Cache {
  private final LruBlockCache cache;

  /**
   * @param evictionThread as in a server: evictions cost the putting thread nothing while another
   *     core is free; false to have them within the put that causes them
   */
  HBaseCache(long capacityBytes, boolean evictionThread) {
    cache = new LruBlockCache(capacityBytes, Blocks.BYTES, evictionThread);
  }

  @Override
  public @Nullable Cacheable get(BlockCacheKey key) {
    return cache.getBlock(key, true, false, true);
  }

  @Override
  public void put(BlockCacheKey key, Cacheable block) {
    cache.cacheBlock(key, block, false);
  }

  @Override
  public long blockCount() {
    return cache.getBlockCount();
  }

  @Override
  public void close() {
    cache.shutdown();
  }
}
