package io.argus.traces.policy;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/** Argus's cache with one tenant, to which all of it is reserved. */
final class ArgusCache implements TracedCache {
  private static final TenantId TENANT = TenantId.of("tenant");

  private static final class NoReferences implements BlockReferences<BlockCacheKey, EmptyBlock> {
    @Override
    public boolean retain(EmptyBlock block) {
      return true;
    }

    @Override
    public void release(EmptyBlock block) {}

    @Override
    public long heapBytes(BlockCacheKey key, EmptyBlock block) {
      return key.heapSize() + block.heapSize() + PartitionedCache.ENTRY_HEAP_BYTES;
    }
  }

  private final PartitionedCache<BlockCacheKey, EmptyBlock> cache;

  ArgusCache(long capacityBytes) {
    cache = new PartitionedCache<>(capacityBytes, new NoReferences());
    cache.apply(Plan.equal(1, 0, List.of(TENANT)));
  }

  @Override
  public boolean access(BlockCacheKey block) {
    if (cache.get(block) != null) {
      return true;
    }
    cache.miss(TENANT);
    cache.put(block, EmptyBlock.INSTANCE, TENANT, block.getHfileName(), false);
    return false;
  }

  @Override
  public long usedBytes() {
    return cache.usedBytes();
  }

  @Override
  public void close() {
    cache.clear();
  }
}
