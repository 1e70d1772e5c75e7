package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.regionserver.cache.CacheEntry.Priority;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which block of a partition makes room. */
class ReplacementTest {
  private static CacheFixture fixture() {
    return new CacheFixture(1_000).borrowing(Map.of(A, 1.0));
  }

  private static void hitAll(CacheFixture fixture, String prefix, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(fixture.hit(A, prefix + i)).isTrue();
    }
  }

  private static int cached(CacheFixture fixture, String prefix) {
    return (int) fixture.keys(A).stream().filter(key -> key.startsWith(prefix)).count();
  }

  @Test
  void scanDisplacesFewBlocksThatWereAskedForAgain() {
    CacheFixture fixture = fixture();
    fixture.putMany(A, "hot", 70);
    for (int round = 0; round < 5; round++) {
      hitAll(fixture, "hot", 70);
    }
    fixture.putMany(A, "scan", 200);
    assertThat(cached(fixture, "hot")).isGreaterThanOrEqualTo(60);
    fixture.assertSound();
  }

  @Test
  void inMemoryBlocksKeepAQuarter() {
    CacheFixture fixture = fixture();
    for (int i = 0; i < 40; i++) {
      fixture.put(A, "memory" + i, 10, true);
    }
    fixture.putMany(A, "hot", 60);
    hitAll(fixture, "hot", 60);
    fixture.putMany(A, "scan", 2_000);
    assertThat(fixture.of(A).bytes(Priority.IN_MEMORY)).isEqualTo(250);
    assertThat(fixture.of(A).usedBytes()).isEqualTo(1_000);
    fixture.assertSound();
  }

  @Test
  void inMemoryBlocksHitLatelyStayLongest() {
    CacheFixture fixture = fixture();
    for (int i = 0; i < 25; i++) {
      fixture.put(A, "memory" + i, 10, true);
    }
    fixture.putMany(A, "k", 75);
    hitAll(fixture, "memory", 10);
    for (int i = 25; i < 35; i++) {
      fixture.put(A, "memory" + i, 10, true);
    }
    hitAll(fixture, "memory", 10);
    fixture.assertSound();
  }

  @Test
  void newestBlockStays() {
    CacheFixture fixture = fixture();
    for (int i = 0; i < 1_000; i++) {
      fixture.put(A, "k" + i);
      assertThat(fixture.hit(A, "k" + i)).isTrue();
    }
    fixture.assertSound();
  }

  @Test
  void evictsThoughEveryBlockIsHitAllTheTime() {
    CacheFixture large = new CacheFixture(50_000).borrowing(Map.of(A, 1.0));
    large.putMany(A, "k", 5_000);
    for (int round = 0; round < 10; round++) {
      for (String key : large.keys(A)) {
        large.hit(A, key);
      }
      large.put(A, "new" + round);
    }
    assertThat(large.cache.usedBytes()).isEqualTo(50_000);
    large.assertSound();
  }

  @Test
  void blocksOfDifferentSizesAreCountedInBytes() {
    CacheFixture fixture = fixture();
    for (int i = 0; i < 2_000; i++) {
      fixture.put(A, "k" + i, 1 + i % 97, i % 11 == 0);
      fixture.hit(A, "k" + i % 40);
    }
    assertThat(fixture.cache.usedBytes()).isBetween(900L, 1_000L);
    fixture.put(A, "large", 1_000, false);
    assertThat(fixture.cache.usedBytes()).isLessThanOrEqualTo(1_000);
    fixture.assertSound();
  }

  @Test
  void entriesTellTheirPriority() {
    CacheFixture fixture = fixture();
    fixture.put(A, "first");
    fixture.put(A, "memory", 10, true);
    fixture.put(A, "second");
    assertThat(fixture.cache.entries())
        .extracting(entry -> entry.key() + " " + entry.priority())
        .containsExactlyInAnyOrder(
            "first MULTI_ACCESS", "memory IN_MEMORY", "second SINGLE_ACCESS");
    assertThat(fixture.of(A).bytes(Priority.SINGLE_ACCESS)).isEqualTo(10);
    assertThat(fixture.of(A).bytes(Priority.MULTI_ACCESS)).isEqualTo(10);
    assertThat(fixture.cache.entries()).noneMatch(entry -> entry.tenant().equals(B));
  }
}
