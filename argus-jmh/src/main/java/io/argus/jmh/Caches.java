package io.argus.jmh;

import io.argus.core.tenant.TenantId;
import io.argus.hbase2.cache.ShimCache;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;

/** The block caches under measurement. */
final class Caches {
  /** HBase's cache without its eviction thread, which it cannot shut down by itself. */
  private static final class InlineLruBlockCache extends LruBlockCache {
    InlineLruBlockCache(long capacityBytes) {
      super(capacityBytes, Blocks.BYTES, false);
    }

    @Override
    public void shutdown() {
      clearCache();
    }
  }

  private Caches() {}

  /**
   * Returns the cache of that name: {@code hbase}, HBase's LruBlockCache; or {@code argus}, the
   * shim's.
   *
   * <p>HBase's cache evicts in the put that finds it full. In a server a thread of its own evicts,
   * but under uninterrupted puts that thread falls behind and the cache refuses 19 of 20 blocks.
   *
   * @param tenants of the blocks put into it, see {@link Blocks#key}
   */
  static BlockCache of(String name, long capacityBytes, int tenants) {
    return switch (name) {
      case "hbase" -> new InlineLruBlockCache(capacityBytes);
      case "argus" -> ShimCache.of(capacityBytes, tenants(tenants));
      default ->
          throw new IllegalArgumentException("cache is '" + name + "': must be hbase or argus");
    };
  }

  private static List<TenantId> tenants(int count) {
    List<TenantId> tenants = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      tenants.add(TenantId.of(Blocks.tenant(i)));
    }
    return tenants;
  }
}
