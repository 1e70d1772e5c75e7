package io.argus.hbase2.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.LruAdaptiveBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.TinyLfuBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCaches;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Blocks too large for HBase's cache are too large for the one in its place. */
class CacheReplacementTest {
  private static final long CAPACITY = 64L << 20;
  private static final int LIMIT = 1 << 20;

  private final Configuration conf = new Configuration(false);

  static Stream<Arguments> caches() throws Exception {
    Configuration conf = new Configuration(false);
    LruBlockCache first = new LruBlockCache(CAPACITY, 65_536);
    return Stream.of(
        Arguments.of(new LruBlockCache(CAPACITY, 65_536), "hbase.lru.max.block.size"),
        Arguments.of(new LruAdaptiveBlockCache(CAPACITY, 65_536), "hbase.lru.max.block.size"),
        Arguments.of(
            new TinyLfuBlockCache(CAPACITY, 65_536, ForkJoinPool.commonPool(), conf),
            "hbase.tinylfu.max.block.size"),
        Arguments.of(
            new CombinedBlockCache(first, BucketCaches.start("offheap", CAPACITY, null)),
            "hbase.lru.max.block.size"));
  }

  private BlockCache replace(BlockCache current) throws ReflectiveOperationException {
    BlockCache cache = CacheReplacement.of(TenantNode.of("a"), current, conf);
    assertThat(cache).isNotNull();
    return cache;
  }

  private static boolean caches(BlockCache cache, int bytes, int number) {
    cache.cacheBlock(
        TenantNode.key("a", "file", number), HFileBlocks.of(bytes, 1, BlockType.LEAF_INDEX));
    return cache.getBlock(TenantNode.key("a", "file", number), true, false, true) != null;
  }

  @ParameterizedTest
  @MethodSource("caches")
  void theLimitOfASettingIsKept(BlockCache current, String key) throws Exception {
    conf.setLong(key, LIMIT);
    BlockCache cache = replace(current);
    assertThat(caches(cache, LIMIT - 1_000, 1)).isTrue();
    assertThat(caches(cache, LIMIT + 1_000, 2)).isFalse();
    assertThat(cache.getStats().getFailedInserts()).isEqualTo(1);
    cache.shutdown();
  }

  @Test
  void theLimitIsSixteenMegabytesWithoutASetting() throws Exception {
    BlockCache cache = replace(new LruBlockCache(CAPACITY, 65_536));
    assertThat(caches(cache, (16 << 20) - 1_000, 1)).isTrue();
    assertThat(caches(cache, (16 << 20) + 1_000, 2)).isFalse();
    cache.shutdown();
  }
}
