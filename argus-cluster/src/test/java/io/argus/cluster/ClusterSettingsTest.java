package io.argus.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterSettingsTest {
  private static final Path DIRECTORY = Path.of("/state/data");
  private static final long BYTES = 107_640_000;
  private static final long HEAP_BYTES = 2048L << 20;

  private static Map<String, String> site(BlockCacheKind kind) {
    return ClusterSettings.defaults().withBlockCache(kind, BYTES).blockCacheSite(DIRECTORY);
  }

  @Test
  void cacheFractionGivesTheBytesBackExactlyEnough() {
    float asHBaseReadsIt =
        Float.parseFloat(site(BlockCacheKind.HEAP).get("hfile.block.cache.size"));
    assertThat((long) (asHBaseReadsIt * HEAP_BYTES)).isBetween(BYTES - 1_000, BYTES + 1_000);
    assertThat(site(BlockCacheKind.HEAP)).doesNotContainKey("hbase.bucketcache.ioengine");
  }

  @ParameterizedTest
  @CsvSource({
    "OFFHEAP,offheap",
    "FILE,file:/state/data/bucketcache-${hbase.regionserver.port}",
    "MMAP,mmap:/state/data/bucketcache-${hbase.regionserver.port}"
  })
  void aBucketCacheHoldsAsManyBytesAsTheCacheOnTheHeapWould(BlockCacheKind kind, String engine) {
    Map<String, String> site = site(kind);

    float megabytes = Float.parseFloat(site.get("hbase.bucketcache.size"));
    assertThat((long) (0.95 * megabytes * 1024 * 1024)).isBetween(BYTES - 1_000, BYTES + 1_000);
    assertThat(site).containsEntry("hbase.bucketcache.ioengine", engine);
    double firstLevel = Double.parseDouble(site.get("hfile.block.cache.size"));
    assertThat(firstLevel * HEAP_BYTES).isEqualTo(32 << 20);
  }

  @Test
  void onlyACacheOutsideTheHeapNeedsDirectMemory() {
    assertThat(BlockCacheKind.OFFHEAP.jvmFlags(BYTES))
        .isEqualTo(List.of("-XX:MaxDirectMemorySize=1133m"));
    assertThat(BlockCacheKind.FILE.jvmFlags(BYTES)).isEmpty();
  }

  @Test
  void cacheMustFitTheHeap() {
    assertThatThrownBy(() -> new ClusterSettings(1, 30, 512, 400L << 20, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blockCacheBytes is 419430400");
  }

  @Test
  void aBucketCacheMayBeLargerThanTheHeapButNotTiny() {
    ClusterSettings settings = ClusterSettings.defaults();
    assertThat(settings.withBlockCache(BlockCacheKind.MMAP, 8L << 30).blockCacheBytes())
        .isEqualTo(8L << 30);
    assertThatThrownBy(() -> settings.withBlockCache(BlockCacheKind.OFFHEAP, 1 << 19))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blockCacheBytes is 524288; must be at least 1048576");
  }
}
