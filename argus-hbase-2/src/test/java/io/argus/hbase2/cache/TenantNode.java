package io.argus.hbase2.cache;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.tenants.TableDirectory;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.ipc.CallRunner;

/** A region server's node on which the namespace of a table is its tenant. */
final class TenantNode {
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

  private TenantNode() {}

  /** Returns a node with an equal plan for these tenants, whose files are open. */
  static RegionServerNode<TableName, CallRunner> of(String... tenants) {
    RegionServerNode<TableName, CallRunner> node = withoutFiles(tenants);
    for (String tenant : tenants) {
      node.blocks().opens(tenant + "-file", table(tenant));
    }
    return node;
  }

  /** Returns a node with an equal plan for these tenants. */
  static RegionServerNode<TableName, CallRunner> withoutFiles(String... tenants) {
    HdfsBytes none = () -> 0;
    RegionServerNode<TableName, CallRunner> node =
        new RegionServerNode<>(Settings.defaults(), 1, new TablesByName(), none, null);
    node.plans()
        .accept(
            WireFormat.write(
                Plan.equal(
                    1, 0, Arrays.stream(tenants).map(TenantId::of).collect(Collectors.toList()))));
    return node;
  }

  /** Returns a cache of two levels. */
  static ArgusCombinedBlockCache cache(
      RegionServerNode<TableName, CallRunner> node, long firstLevelBytes, BucketCache second)
      throws ReflectiveOperationException {
    ArgusBlockCache first = ArgusBlockCache.of(node, firstLevelBytes, firstLevelBytes);
    return ArgusCombinedBlockCache.of(node, first, second);
  }

  /** Returns a tenant's table. */
  static TableName table(String tenant) {
    return TableName.valueOf(tenant, "table");
  }

  /** Returns the key of a block as a reader of a tenant's file has it. */
  static BlockCacheKey key(String tenant, String file, int block) {
    Path path = new Path("/hbase/data/" + tenant + "/table/region/family/" + file);
    return new BlockCacheKey(path, block * 65_536L, true, BlockType.DATA);
  }
}
