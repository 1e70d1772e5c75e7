package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.hbase2.Broken;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.io.HdfsBytes;
import io.argus.regionserver.tenants.TableDirectory;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.junit.jupiter.api.Test;

/** A lookup that fails is a miss: HBase reads the block from HDFS. */
class CacheFaultTest {
  private final BlockCacheKey key =
      new BlockCacheKey(new Path("/data/ns/table/region/f/file"), 7, true, BlockType.DATA);

  /** Throws in every method except those for its size and type. */
  private final Cacheable block =
      Broken.implementation(
          Cacheable.class,
          Map.of("heapSize", 100L, "getBlockType", BlockType.DATA, "toString", "block"));

  private RegionServerNode<TableName, CallRunner> node;

  private ArgusBlockCache cache(boolean brokenTables) {
    TableDirectory<TableName> tables =
        new TableDirectory<>() {
          @Override
          public TableDescription describe(TableName table) {
            if (brokenTables) {
              throw new Broken.Fault();
            }
            return TableDescription.of(
                table.getNamespaceAsString(), table.getQualifierAsString(), null);
          }

          @Override
          public TenantMapping.Fallback fallback() {
            return TenantMapping.Fallback.NAMESPACE;
          }
        };
    HdfsBytes none = () -> 0;
    node = new RegionServerNode<>(Settings.defaults(), 1, tables, none, null);
    node.blocks().areInPlace("LruBlockCache");
    node.blocks().opens("file", TableName.valueOf("ns", "table"));
    return ArgusBlockCache.of(node, 1 << 20, 1 << 20);
  }

  private void requireFaults(int count) {
    ComponentStatus component =
        node.components().statuses().stream()
            .filter(status -> status.is(Component.CACHE))
            .findAny()
            .orElseThrow();
    assertThat(component.isActive()).isTrue();
    assertThat(component.reason()).contains(count == 0 ? "" : "1 fault");
    assertThat(component.reason().isEmpty()).isEqualTo(count == 0);
  }

  @Test
  void anOwnerThatCannotBeToldMakesAMissAndNothingCached() {
    ArgusBlockCache cache = cache(true);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    requireFaults(1);
    cache.cacheBlock(key, block);
    assertThat(cache.getBlockCount()).isZero();
    assertThat(cache.getStats().getFailedInserts()).isPositive();
  }

  @Test
  void aBlockWhoseReferencesAreBrokenIsNotCached() {
    ArgusBlockCache cache = cache(false);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    requireFaults(0);
    cache.cacheBlock(key, block);
    requireFaults(1);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    assertThat(cache.getCurrentSize()).isZero();
    assertThat(cache.getDataBlockCount()).isZero();
  }
}
