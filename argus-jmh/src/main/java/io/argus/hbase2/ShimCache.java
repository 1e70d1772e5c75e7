package io.argus.hbase2;

import io.argus.core.HookRegistry;
import io.argus.core.Plan;
import io.argus.core.RequestKind;
import io.argus.core.Settings;
import io.argus.core.TenantId;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.scheduler.RequestRunner;
import io.argus.regionserver.scheduler.TenantScheduler;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/** Makes the cache of the HBase shim as a region server has it, in the shim's own package. */
public final class ShimCache {
  private static final class NoRequests implements RequestRunner<RequestKind> {
    @Override
    public void run(RequestKind request) {}

    @Override
    public void drop(RequestKind request) {}
  }

  private ShimCache() {}

  /** Returns a cache with equal reservations, in which the namespace of a table is its tenant. */
  public static BlockCache of(long capacityBytes, Collection<TenantId> tenants) {
    BlockCounts counts = new BlockCounts();
    PartitionedCache<BlockCacheKey, Cacheable> blocks =
        new PartitionedCache<>(capacityBytes, counts);
    blocks.apply(Plan.equal(1, 0, tenants));
    ConcurrentMap<TableName, Optional<TenantId>> known = new ConcurrentHashMap<>();
    FileTenants owners =
        new FileTenants(
            table ->
                known.computeIfAbsent(
                    table, name -> Optional.of(TenantId.of(name.getNamespaceAsString()))));
    TenantScheduler<RequestKind> scheduler =
        new TenantScheduler<>(
            Settings.defaults(),
            1,
            () -> 0,
            new NoRequests(),
            (request, record) -> {},
            System::nanoTime);
    return new ArgusBlockCache(
        blocks, counts, owners, scheduler.gate(), new HookRegistry(status -> {}));
  }
}
