package io.argus.jmh;

import io.argus.core.tenant.TenantId;
import io.argus.hbase2.cache.ShimCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;

/** The block caches under measurement. */
final class Caches {
  /** HBase's cache without its eviction thread, which it cannot shut down by itself. */
  private static final class InlineLruBlockCache extends LruBlockCache {
    InlineLruBlockCache(long capacityBytes, int blockBytes) {
      super(capacityBytes, blockBytes, false);
    }

    @Override
    public void shutdown() {
      clearCache();
    }
  }

  private static final long FIRST_LEVEL_BYTES = 1 << 20;
  private static final int WRITERS = 3;
  private static final int QUEUE_LENGTH = 64;

  private Caches() {}

  /**
   * Returns the cache of that name: {@code hbase}, HBase's own; or {@code argus}, the shim's.
   *
   * <p>HBase's cache on the heap evicts in the put that finds it full. In a server a thread of its
   * own evicts, but under uninterrupted puts that thread falls behind and the cache refuses 19 of
   * 20 blocks.
   *
   * @param level {@code heap}, or {@code offheap} for data blocks in a BucketCache
   * @param tenants of the blocks put into it, see {@link Blocks#key}
   */
  static BlockCache of(String name, String level, long capacityBytes, int tenants) {
    boolean argus = name.equals("argus");
    if (!argus && !name.equals("hbase")) {
      throw new IllegalArgumentException("cache is '" + name + "': must be hbase or argus");
    }
    if (level.equals("heap")) {
      return argus
          ? ShimCache.of(capacityBytes, tenants(tenants))
          : lruBlockCache(capacityBytes, Blocks.BYTES);
    }
    BucketCache second = bucketCache(capacityBytes, Blocks.PLACE_BYTES);
    return argus
        ? ShimCache.of(FIRST_LEVEL_BYTES, second, tenants(tenants))
        : new CombinedBlockCache(new InlineLruBlockCache(FIRST_LEVEL_BYTES, Blocks.BYTES), second);
  }

  /** HBase's cache on the heap, with room in its map for blocks of that size. */
  static BlockCache lruBlockCache(long capacityBytes, int blockBytes) {
    return new InlineLruBlockCache(capacityBytes, blockBytes);
  }

  /** Places have these sizes. A put waits for its writer, so that none is dropped. */
  static BucketCache bucketCache(long capacityBytes, int... places) {
    Configuration conf = new Configuration(false);
    conf.setLong(BucketCache.QUEUE_ADDITION_WAIT_TIME, TimeUnit.MINUTES.toMillis(1));
    try {
      return new BucketCache(
          "offheap", capacityBytes, Blocks.BYTES, places, WRITERS, QUEUE_LENGTH, null, 0, conf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<TenantId> tenants(int count) {
    List<TenantId> tenants = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tenants.add(TenantId.of(Blocks.tenant(i)));
    }
    return tenants;
  }
}
