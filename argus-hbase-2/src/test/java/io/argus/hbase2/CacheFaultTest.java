package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.HookRegistry;
import io.argus.core.TenantId;
import io.argus.regionserver.cache.PartitionedCache;
import io.argus.regionserver.scheduler.HdfsGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.junit.jupiter.api.Test;

/** A cache that fails is a cache that has nothing: HBase reads the block from HDFS. */
class CacheFaultTest {
  private static final FileTenants BROKEN_OWNERS =
      new FileTenants(
          table -> {
            throw new Broken.Fault();
          });
  private static final FileTenants OWNERS =
      new FileTenants(table -> Optional.of(TenantId.of("tenant")));

  private final List<String> log = new ArrayList<>();
  private final HookRegistry hooks = new HookRegistry(status -> log.add(status.toString()));
  private final HdfsGate gate =
      RegionServerNode.of(Broken.RegionServer.create(), HBaseConfiguration.create())
          .scheduler()
          .gate();
  private final BlockCacheKey key =
      new BlockCacheKey(new Path("/data/ns/table/region/f/file"), 7, true, BlockType.DATA);

  /** Every question but those for its size and type, its references above all, makes it throw. */
  private final Cacheable block =
      Broken.implementation(
          Cacheable.class,
          Map.of("heapSize", 100L, "getBlockType", BlockType.DATA, "toString", "block"));

  private ArgusBlockCache cache(
      PartitionedCache<BlockCacheKey, Cacheable> blocks, FileTenants owners, HdfsGate at) {
    hooks.active(ArgusBlockCache.HOOK);
    return new ArgusBlockCache(blocks, new BlockCounts(), owners, at, hooks);
  }

  private static PartitionedCache<BlockCacheKey, Cacheable> blocks() {
    return new PartitionedCache<>(1 << 20, new BlockCounts());
  }

  private void requireFaults(int count, String cause) {
    assertThat(log).last().asString().contains(count + (count == 1 ? " fault" : " faults"), cause);
    assertThat(hooks.statuses()).hasSize(1);
    assertThat(hooks.statuses().get(0).reason()).isNotEmpty();
  }

  @Test
  void anOwnerThatCannotBeToldMakesAMissAndNothingCached() {
    ArgusBlockCache cache = cache(blocks(), BROKEN_OWNERS, gate);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    requireFaults(1, "injected");
    cache.cacheBlock(key, block);
    requireFaults(2, "injected");
    assertThat(cache.getBlockCount()).isZero();
    assertThat(cache.getStats().getFailedInserts()).isPositive();
  }

  @Test
  void aGateThatIsBrokenMakesAMissAndNothingCached() {
    ArgusBlockCache cache = cache(blocks(), OWNERS, null);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    requireFaults(1, "NullPointerException");
    cache.cacheBlock(key, block);
    requireFaults(2, "NullPointerException");
    assertThat(cache.getBlockCount()).isZero();
  }

  @Test
  void aCacheThatIsBrokenAltogetherStillAnswers() {
    ArgusBlockCache cache = cache(null, OWNERS, gate);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    cache.cacheBlock(key, block, true);
    assertThat(cache.evictBlock(key)).isFalse();
    assertThat(cache.evictBlocksByHfileName(key.getHfileName())).isZero();
    requireFaults(4, "NullPointerException");
  }

  @Test
  void aBlockWhoseReferencesAreBrokenIsNotCached() {
    ArgusBlockCache cache = cache(blocks(), OWNERS, gate);
    cache.cacheBlock(key, block);
    requireFaults(1, "injected");
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    assertThat(cache.getCurrentSize()).isZero();
    assertThat(cache.getDataBlockCount()).isZero();
  }
}
