package io.argus.hbase2.cache;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.hbase2.Broken;
import io.argus.regionserver.RegionServerNode;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.dynamic.scaffold.subclass.ConstructorStrategy;
import net.bytebuddy.implementation.FixedValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCaches;
import org.apache.hadoop.hbase.ipc.CallRunner;
import org.apache.hadoop.hbase.regionserver.DataTieringManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Blocks that HBase would evict before all others, in a full BucketCache. */
class StaleBlocksTest {
  private static final long CAPACITY = 64L << 20;
  private static final int BYTES = 64 * 1024;

  private final RegionServerNode<TableName, CallRunner> node = TenantNode.of("a", "b");
  private final BucketCache second = BucketCaches.start("offheap", CAPACITY, null);
  private final ArgusCombinedBlockCache cache = TenantNode.cache(node, CAPACITY, second);

  StaleBlocksTest() throws Exception {}

  @AfterEach
  void stop() {
    DataTieringManager.resetForTestingOnly();
    cache.shutdown();
  }

  private void put(String tenant, int blocks) {
    for (int i = 0; i < blocks; i++) {
      Cacheable block = HFileBlocks.of(BYTES, i);
      cache.cacheBlock(TenantNode.key(tenant, tenant + "-file", i), block);
      block.release();
      if (i % 40 == 0) {
        BucketCaches.awaitWriters(second);
      }
    }
    BucketCaches.awaitWriters(second);
  }

  private long usedBytes(String tenant) {
    return cache.data().blocks().usedBytes(TenantId.of(tenant));
  }

  /** As on a server with tiered stores, on which one file has cold data only. */
  private static void makeCold(String file) {
    Class<? extends DataTieringManager> type =
        new ByteBuddy()
            .subclass(DataTieringManager.class, ConstructorStrategy.Default.NO_CONSTRUCTORS)
            .method(named("getColdFilesList"))
            .intercept(FixedValue.value(Map.of(file, "region")))
            .make()
            .load(DataTieringManager.class.getClassLoader(), ClassLoadingStrategy.Default.INJECTION)
            .getLoaded();
    Broken.set(null, DataTieringManager.class, "instance", Broken.unconstructed(type));
  }

  @Test
  void blocksOfColdFilesGoFirst() throws Exception {
    put("a", 100);
    put("b", 2_000);
    makeCold("a-file");
    cache.data().evictStale();
    assertThat(usedBytes("a")).isZero();
    assertThat(usedBytes("b")).isPositive();
  }

  @Test
  void inACacheThatIsNotFullTheyStay() throws Exception {
    put("a", 100);
    makeCold("a-file");
    cache.data().evictStale();
    assertThat(usedBytes("a")).isPositive();
  }

  @Test
  void blocksOfFilesThatNoRegionHasOpenGoOnceTheyAreOld() throws Exception {
    put("a", 2_000);
    Broken.set(second, BucketCache.class, "onlineRegions", Map.of());
    Broken.set(second, BucketCache.class, "orphanBlockGracePeriod", TimeUnit.DAYS.toMillis(1));
    cache.data().evictStale();
    assertThat(usedBytes("a")).as("a compaction may still open the file").isPositive();

    ArgusCombinedBlockCache other = TenantNode.cache(node, CAPACITY, second);
    Broken.set(second, BucketCache.class, "orphanBlockGracePeriod", -1L);
    other.data().evictStale();
    assertThat(other.data().blocks().usedBytes()).isZero();
  }
}
