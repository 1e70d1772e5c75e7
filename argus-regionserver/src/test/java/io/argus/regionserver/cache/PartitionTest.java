package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PartitionTest {
  private final ConcurrentHashMap<String, CacheEntry<String, String>> map =
      new ConcurrentHashMap<>();
  private final FileIndex<String, String> files = new FileIndex<>();
  private final AtomicLong totalBytes = new AtomicLong();
  private final Partition<String, String> partition =
      new Partition<>(CacheFixture.A, map, files, totalBytes, new SamplingPace(() -> 0, () -> 0));

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
}
