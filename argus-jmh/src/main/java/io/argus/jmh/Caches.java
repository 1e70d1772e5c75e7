package io.argus.jmh;

import io.argus.core.TenantId;
import io.argus.hbase2.ShimCache;
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
   * Returns the cache of that name: {@code hbase}, HBase's LruBlockCache as in a server, whose
   * evictions cost the putting thread nothing while another core is free; {@code hbase-inline}, the
   * same with evictions within the put that causes them; or {@code argus}, the shim's.
   *
   * @param tenants of the blocks put into it, see {@link Blocks#key}
   */
  static BlockCache of(String name, long capacityBytes, int tenants) {
    return switch (name) {
      case "hbase" -> new LruBlockCache(capacityBytes, Blocks.BYTES, true);
      case "hbase-inline" -> new InlineLruBlockCache(capacityBytes);
      case "argus" -> ShimCache.of(capacityBytes, tenants(tenants));
      default ->
          throw new IllegalArgumentException(
              "cache is '" + name + "': must be hbase, hbase-inline or argus");
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
