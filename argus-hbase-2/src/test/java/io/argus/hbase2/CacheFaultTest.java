package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.HookRegistry;
import io.argus.regionserver.cache.PartitionedCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.junit.jupiter.api.Test;

/** A cache that fails is a cache that has nothing: HBase reads the block from HDFS. */
class CacheFaultTest {
  private final List<String> log = new ArrayList<>();
  private final HookRegistry hooks = new HookRegistry(status -> log.add(status.toString()));
  private final BlockCacheKey key =
      new BlockCacheKey(new Path("/data/ns/table/region/f/file"), 7, true, BlockType.DATA);
  private final Cacheable block =
      Broken.implementation(
          Cacheable.class,
          Map.of("heapSize", 100L, "getBlockType", BlockType.DATA, "toString", "block"));

  private ArgusBlockCache cache(PartitionedCache<BlockCacheKey, Cacheable> blocks) {
    FileTenants owners =
        new FileTenants(
            table -> {
              throw new Broken.Fault();
            });
    hooks.active(ArgusBlockCache.HOOK);
    return new ArgusBlockCache(blocks, new BlockCounts(), owners, null, hooks);
  }

  private void requireFaults(int count) {
    assertThat(log).anyMatch(line -> line.contains(count + (count == 1 ? " fault" : " faults")));
    assertThat(hooks.statuses()).hasSize(1);
    assertThat(hooks.statuses().get(0).reason()).isNotEmpty();
  }

  @Test
  void anOwnerThatCannotBeToldMakesAMissAndNothingCached() {
    ArgusBlockCache cache = cache(new PartitionedCache<>(1 << 20, new BlockCounts()));
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    requireFaults(1);
    cache.cacheBlock(key, block);
    requireFaults(2);
    assertThat(cache.getBlockCount()).isZero();
    assertThat(cache.getStats().getFailedInserts()).isPositive();
  }

  @Test
  void aCacheThatIsBrokenAltogetherStillAnswers() {
    ArgusBlockCache cache = cache(null);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    cache.cacheBlock(key, block, true);
    assertThat(cache.evictBlock(key)).isFalse();
    assertThat(cache.evictBlocksByHfileName(key.getHfileName())).isZero();
    requireFaults(4);
  }

  @Test
  void aBlockWhoseReferencesAreBrokenIsNotCached() {
    PartitionedCache<BlockCacheKey, Cacheable> blocks =
        new PartitionedCache<>(1 << 20, new BlockCounts());
    FileTenants owners = new FileTenants(table -> java.util.Optional.empty());
    ArgusBlockCache cache = new ArgusBlockCache(blocks, new BlockCounts(), owners, null, hooks);
    hooks.active(ArgusBlockCache.HOOK);
    cache.cacheBlock(key, block);
    assertThat(cache.getBlock(key, true, false, true)).isNull();
    assertThat(cache.getCurrentSize()).isZero();
    assertThat(hooks.statuses().get(0).reason()).contains("fault");
  }
}
