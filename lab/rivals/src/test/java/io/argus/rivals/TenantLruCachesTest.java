package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantLruCachesTest {
  private static final long MEGABYTE = 1 << 20;
  private static final int BLOCK = 64 << 10;

  private final TenantLruCaches cache =
      new TenantLruCaches(100 * MEGABYTE, BLOCK, new Configuration(false));

  @AfterEach
  void shutDown() {
    cache.shutdown();
  }

  private static final class Block implements Cacheable {
    @Override
    public long heapSize() {
      return BLOCK;
    }

    @Override
    public int getSerializedLength() {
      return BLOCK;
    }

    @Override
    public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CacheableDeserializer<Cacheable> getDeserializer() {
      throw new UnsupportedOperationException();
    }

    @Override
    public BlockType getBlockType() {
      return BlockType.DATA;
    }
  }

  private static BlockCacheKey key(String tenant, int block) {
    Path file = new Path("hdfs://nn/hbase/data/" + tenant + "/table/region/f/file-" + tenant);
    return new BlockCacheKey(file, (long) block * BLOCK, true, BlockType.DATA);
  }

  private boolean read(String tenant, int block) {
    BlockCacheKey key = key(tenant, block);
    boolean hit = cache.getBlock(key, true, false, true) != null;
    if (!hit) {
      cache.cacheBlock(key, new Block());
    }
    return hit;
  }

  @Test
  void aTenantTakesNothingFromAnotherAndBorrowsNothing() {
    cache.resize(Map.of("small", 0.1, "large", 0.9));
    for (int i = 0; i < 100; i++) {
      read("small", i);
    }
    for (int i = 0; i < 4000; i++) {
      read("large", i);
    }
    for (int i = 0; i < 100; i++) {
      assertThat(cache.containsBlock(key("small", i))).isTrue();
    }
    for (int i = 100; i < 4000; i++) {
      read("small", i);
    }

    // HBase's cache refuses blocks at a fifth above its size, if its thread is late.
    long ofSmall = 0;
    for (int i = 0; i < 4000; i++) {
      ofSmall += cache.containsBlock(key("small", i)) ? BLOCK : 0;
    }
    assertThat(ofSmall).isLessThan(12 * MEGABYTE);
  }

  @Test
  void aTenantWithoutAShareHasNoCache() {
    cache.resize(Map.of("a", 1.0));
    read("b", 1);
    assertThat(read("b", 1)).isFalse();

    cache.resize(Map.of("a", 0.5, "b", 0.5));
    read("b", 1);
    assertThat(read("b", 1)).isTrue();
  }

  @Test
  void theReuseRatioIsOfTheCachedBlocksThoseVisitedAtLeastTwice() {
    cache.resize(Map.of("a", 0.5, "b", 0.5));
    for (int i = 0; i < 100; i++) {
      read("a", i);
      read("b", i);
    }
    for (int i = 0; i < 30; i++) {
      read("a", i);
      read("a", i);
    }

    Map<String, Double> ratios = cache.reuseRatios();
    assertThat(ratios.get("a")).isCloseTo(0.3, within(1e-9));
    assertThat(ratios.get("b")).isZero();
  }

  @Test
  void aTenantThatLooksForNoBlocksHasLeftAfterTwoDecisions() {
    cache.resize(Map.of("a", 0.5, "b", 0.5));
    read("a", 1);
    assertThat(cache.reuseRatios()).containsOnlyKeys("a");
    assertThat(cache.reuseRatios()).containsOnlyKeys("a");
    read("b", 1);
    assertThat(cache.reuseRatios()).containsOnlyKeys("b");
    read("a", 1);
    assertThat(cache.reuseRatios()).containsOnlyKeys("a", "b");
  }

  @Test
  void systemTablesAreNoTenant() {
    cache.resize(Map.of("a", 1.0));
    read("hbase", 1);

    assertThat(read("hbase", 1)).isTrue();
    assertThat(cache.reuseRatios()).isEmpty();
  }

  @Test
  void blocksAreCountedAndEvictedWhereverTheyAre() {
    cache.resize(Map.of("a", 0.5, "b", 0.5));
    for (int i = 0; i < 10; i++) {
      read("a", i);
      read("b", i);
    }
    assertThat(cache.getBlockCount()).isEqualTo(20);
    assertThat(cache.getDataBlockCount()).isEqualTo(20);
    assertThat(cache).hasSize(20);
    assertThat(cache.getStats().getMissCount()).isEqualTo(20);

    assertThat(cache.evictBlock(key("a", 3))).isTrue();
    assertThat(cache.evictBlock(key("a", 3))).isFalse();
    assertThat(cache.evictBlocksByHfileName("file-b")).isEqualTo(10);
    assertThat(cache.getBlockCount()).isEqualTo(9);
  }

  @Test
  void theTenantIsTheNamespaceInThePathOfTheFile() {
    assertThat(TenantLruCaches.namespace(new Path("/data/ns/t/r/f/file"))).isEqualTo("ns");
    assertThat(TenantLruCaches.namespace(new Path("/f/file"))).isNull();
    assertThat(TenantLruCaches.namespace(null)).isNull();
  }
}
