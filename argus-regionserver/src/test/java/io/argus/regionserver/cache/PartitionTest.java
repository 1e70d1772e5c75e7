package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.usage.MissRatioCurve;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PartitionTest {
  private static final class OneSize implements BlockReferences<String, String> {
    @Override
    public boolean retain(String block) {
      return true;
    }

    @Override
    public void release(String block) {}

    @Override
    public long heapBytes(String key, String block) {
      return 10;
    }

    @Override
    public boolean isIndex(String block) {
      return block.equals("index");
    }
  }

  private final ConcurrentHashMap<String, CacheEntry<String, String>> map =
      new ConcurrentHashMap<>();
  private final FileIndex<String, String> files = new FileIndex<>();
  private final AtomicLong totalBytes = new AtomicLong();
  private final Partition<String, String> partition =
      new Partition<>(
          CacheFixture.A,
          map,
          files,
          totalBytes,
          new OneSize(),
          new SamplingPace(() -> 0, () -> 0),
          1);

  private CacheEntry<String, String> entry(String key) {
    return new CacheEntry<>(key, "block", 10, false, partition);
  }

  @Test
  void looksUnderItsLockWhetherItIsOver() {
    partition.link("file", entry("a"), true);
    partition.link("file", entry("b"), true);
    assertThat(partition.evictAbove(20)).isNull();
    assertThat(partition.evictAbove(19)).isNotNull();
    assertThat(totalBytes).hasValue(10);
  }

  @Test
  void entryIsRemovedOnce() {
    CacheEntry<String, String> entry = entry("a");
    assertThat(partition.link("file", entry, true)).isEqualTo(Partition.Linking.LINKED);
    assertThat(partition.remove(entry)).isTrue();
    assertThat(partition.link("file", entry("a"), true)).isEqualTo(Partition.Linking.LINKED);
    assertThat(partition.remove(entry)).isFalse();
    assertThat(partition.usedBytes()).isEqualTo(10);
    assertThat(files.entries("file")).hasSize(1);
  }

  @Test
  void takesNothingOnceItIsOutOfUse() {
    CacheEntry<String, String> entry = entry("a");
    partition.link("file", entry, true);
    assertThat(partition.retireIfEmpty()).isFalse();
    partition.remove(entry);
    assertThat(partition.retireIfEmpty()).isTrue();
    assertThat(partition.link("file", entry("b"), true)).isEqualTo(Partition.Linking.RETIRED);
    assertThat(map).isEmpty();
    assertThat(files.fileCount()).isZero();
  }

  /** What an index takes of the cache comes before the rest, and is there at once. */
  @Test
  void indexBlocksAreCountedAndNotSampled() {
    CacheEntry<String, String> index = new CacheEntry<>("i", "index", 250, false, partition);
    partition.link("file", index, true);
    partition.accessed("i", "index", false, 250, 1_000);
    for (int i = 0; i < 1_000; i++) {
      partition.hit(index);
      partition.accessed("i", "index", true, 250, 1_000);
    }
    partition.link("file", entry("a"), true);
    partition.accessed("a", "block", false, 10, 1_000);
    MissRatioCurve curve = partition.statistics(1_000, 1_000).curveSince(null, 1);
    assertThat(curve.lookupsPerSecond()).isCloseTo(1_002, within(1.5));
    assertThat(curve.missRatio(.25)).isLessThan(.01);
    assertThat(curve.missRatio(.125)).isCloseTo(.5, within(.01));
    assertThat(curve.samples()).isLessThanOrEqualTo(1);
  }
}
