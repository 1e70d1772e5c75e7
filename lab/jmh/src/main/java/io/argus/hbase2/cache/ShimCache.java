package io.argus.hbase2.cache;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.TenantRequest;
import io.argus.regionserver.handler.RequestRunner;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.tenants.TableDirectory;
import java.util.Collection;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.ipc.CallRunner;

/** Makes the cache of the shim as a region server does. It is in the shim's package for access. */
public final class ShimCache {
  private static final class NoRequests implements RequestRunner<TenantRequest<CallRunner>> {
    @Override
    public void run(TenantRequest<CallRunner> request) {}

    @Override
    public void drop(TenantRequest<CallRunner> request) {}
  }

  private static final class TablesByName implements TableDirectory<TableName> {
    @Override
    public TableDescription describe(TableName table) {
      return TableDescription.of(table.getNamespaceAsString(), table.getQualifierAsString(), null);
    }

    @Override
    public TenantMapping.Fallback fallback() {
      return TenantMapping.Fallback.NAMESPACE;
    }
  }

  private ShimCache() {}

  /** Returns a cache with equal reservations, in which the namespace of a table is its tenant. */
  public static BlockCache of(long capacityBytes, Collection<TenantId> tenants) {
    return ArgusBlockCache.of(node(tenants), capacityBytes, Long.MAX_VALUE);
  }

  /** Returns a cache of two levels, with data blocks in that BucketCache. */
  public static BlockCache of(
      long firstLevelBytes, BucketCache second, Collection<TenantId> tenants) {
    try {
      RegionServerNode<TableName, CallRunner> node = node(tenants);
      ArgusBlockCache first = ArgusBlockCache.of(node, firstLevelBytes, Long.MAX_VALUE);
      return ArgusCombinedBlockCache.of(node, first, second);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static RegionServerNode<TableName, CallRunner> node(Collection<TenantId> tenants) {
    HdfsBytes none = () -> 0;
    RegionServerNode<TableName, CallRunner> node =
        new RegionServerNode<>(Settings.defaults(), 1, new TablesByName(), none, new NoRequests());
    node.plans().accept(WireFormat.write(Plan.equal(1, 0, tenants)));
    return node;
  }
}
