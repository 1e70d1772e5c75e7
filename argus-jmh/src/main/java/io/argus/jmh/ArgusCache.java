package io.argus.jmh;

import io.argus.core.Plan;
import io.argus.core.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hbase.thirdparty.io.netty.util.IllegalReferenceCountException;
import org.jspecify.annotations.Nullable;

/**
 * Argus's cache with what its HBase shim does around it: tenant of the file, reference counts,
 * HBase's cache statistics. Files belong to the tenants in turn.
 *
 * <p>Safe for use by any thread.
 */
final class ArgusCache implements Cache {
  private static final class References implements BlockReferences<BlockCacheKey, Cacheable> {
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
  }

  private final PartitionedCache<BlockCacheKey, Cacheable> cache;
  private final ConcurrentHashMap<String, TenantId> owners = new ConcurrentHashMap<>();
  private final List<TenantId> tenants = new ArrayList<>();
  private final CacheStats stats = new CacheStats("argus");

  ArgusCache(long capacityBytes, int tenantCount) {
    cache = new PartitionedCache<>(capacityBytes, new References());
    for (int i = 0; i < tenantCount; i++) {
      tenants.add(TenantId.of("tenant" + i));
    }
    cache.apply(Plan.equal(1, 0, tenants));
  }

  private TenantId owner(BlockCacheKey key) {
    TenantId owner = owners.get(key.getHfileName());
    return owner == null
        ? owners.computeIfAbsent(
            key.getHfileName(), file -> tenants.get(owners.size() % tenants.size()))
        : owner;
  }

  @Override
  public @Nullable Cacheable get(BlockCacheKey key) {
    Cacheable block = cache.get(key, owner(key), true);
    if (block == null) {
      stats.miss(true, key.isPrimary(), key.getBlockType());
    } else {
      stats.hit(true, key.isPrimary(), key.getBlockType());
    }
    return block;
  }

  @Override
  public void put(BlockCacheKey key, Cacheable block) {
    cache.put(key, block, owner(key), key.getHfileName(), false);
  }

  @Override
  public long blockCount() {
    return cache.blockCount();
  }

  @Override
  public void close() {
    cache.clear();
    stats.getMetricsRollerScheduler().shutdownNow();
  }
}
