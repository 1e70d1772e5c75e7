package io.argus.jmh;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.jspecify.annotations.Nullable;

/** A block cache under measurement. Safe for use by any thread. */
interface Cache {
  /** Looks a block up as a reader does; the caller releases it. */
  @Nullable Cacheable get(BlockCacheKey key);

  /** Caches a block as a reader does that has just loaded it. */
  void put(BlockCacheKey key, Cacheable block);

  /** Blocks in it. */
  long blockCount();

  void close();

  /** Returns the cache of that name: {@code hbase}, {@code hbase-inline} or {@code argus}. */
  static Cache of(String name, long capacityBytes, int tenants) {
    return switch (name) {
      case "hbase" -> new HBaseCache(capacityBytes, true);
      case "hbase-inline" -> new HBaseCache(capacityBytes, false);
      case "argus" -> new ArgusCache(capacityBytes, tenants);
      default ->
          throw new IllegalArgumentException(
              "cache is '" + name + "': must be hbase, hbase-inline or argus");
    };
  }
}
