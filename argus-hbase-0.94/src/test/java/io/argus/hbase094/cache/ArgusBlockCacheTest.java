package io.argus.hbase094.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.documents.WireFormat;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.hbase094.InMemoryDocuments;
import io.argus.hbase094.OldJava;
import io.argus.regionserver.RegionServerNode;
import io.argus.regionserver.tenants.TableDirectory;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.GivenBlock;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Which lookups and blocks count as accesses of the table's tenant. */
class ArgusBlockCacheTest {
  private static final int BLOCKS = 200;

  @BeforeAll
  static void onOldJava() {
    OldJava.pretend();
  }

  private static final class TablesAreTenants implements TableDirectory<String> {
    @Override
    public TableDescription describe(String table) {
      return TableDescription.of("default", table, null);
    }

    @Override
    public TenantMapping.Fallback fallback() {
      return TenantMapping.Fallback.TABLE;
    }
  }

  private final RegionServerNode<String, Object> node =
      new RegionServerNode<>(Settings.defaults(), 1, new TablesAreTenants(), () -> 0, null);
  private final ArgusBlockCache cache = ArgusBlockCache.of(node, 16 << 20);

  /** Reads as HBase does: looks again under a lock after a miss. */
  private void read(boolean caching) {
    for (int i = 0; i < BLOCKS; i++) {
      BlockCacheKey key = new BlockCacheKey("file", i);
      if (cache.getBlock(key, caching, false) == null
          && cache.getBlock(key, caching, true) == null
          && caching) {
        cache.cacheBlock(key, GivenBlock.of("orders"));
      }
    }
  }

  private TenantUsage usage() {
    InMemoryDocuments documents = new InMemoryDocuments();
    node.reports().send(documents, () -> "server");
    UsageReport report = WireFormat.readUsageReport(documents.read("usage/server"));
    assertThat(report.tenants()).hasSize(1);
    return report.tenants().get(0);
  }

  @Test
  void aCompactionFindsBlocksAndCountsForNobodyButHBase() {
    read(false);
    for (int i = 0; i < BLOCKS; i++) {
      cache.cacheBlock(new BlockCacheKey("file", i), GivenBlock.of("orders"));
    }
    read(false);
    assertThat(cache.getStats().getMissCount()).isEqualTo(BLOCKS);
    assertThat(cache.getStats().getHitCount()).isEqualTo(BLOCKS);
    TenantUsage usage = usage();
    assertThat(usage.cacheHitsPerSecond()).isZero();
    assertThat(usage.cacheMissesPerSecond()).isZero();
    assertThat(usage.missRatioCurve().lookupsPerSecond()).isZero();
  }

  @Test
  void aReaderCountsAndSoDoesTheBlockThatItPuts() {
    read(true);
    read(true);
    TenantUsage usage = usage();
    assertThat(usage.cacheHitsPerSecond()).isPositive();
    assertThat(usage.missRatioCurve().lookupsPerSecond() / usage.cacheHitsPerSecond())
        .as("as many blocks put as found")
        .isCloseTo(2, within(0.01));
  }
}
