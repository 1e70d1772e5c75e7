package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class EvictionOrderTest {
  private final CacheFixture fixture = new CacheFixture(1_000).borrowing(Map.of(A, 1.0));

  private void hitAll(String prefix, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(fixture.hit(A, prefix + i)).isTrue();
    }
  }

  @Test
  void scanDisplacesNoBlockThatWasAskedForAgain() {
    fixture.putMany(A, "hot", 70);
    hitAll("hot", 70);
    fixture.putMany(A, "scan", 5_000);
    hitAll("hot", 70);
    fixture.assertSound();
  }

  @Test
  void oldestSingleAccessBlockGoesFirst() {
    fixture.putMany(A, "k", 100);
    fixture.put(A, "new");
    assertThat(fixture.keys(A)).doesNotContain("k0").contains("k1", "new").hasSize(100);
  }

  @Test
  void hitGivesASecondChance() {
    fixture.putMany(A, "k", 100);
    fixture.hit(A, "k0");
    fixture.put(A, "new");
    assertThat(fixture.keys(A)).contains("k0").doesNotContain("k1");
    assertThat(fixture.of(A).bytes(Priority.MULTI_ACCESS)).isEqualTo(10);
  }

  @Test
  void multiAccessBlocksGiveUpWhatExceedsTheirPart() {
    fixture.putMany(A, "hot", 100);
    hitAll("hot", 100);
    fixture.putMany(A, "scan", 2_000);
    assertThat(fixture.of(A).bytes(Priority.SINGLE_ACCESS)).isEqualTo(250);
    assertThat(fixture.of(A).bytes(Priority.MULTI_ACCESS)).isEqualTo(750);
  }

  @Test
  void inMemoryBlocksKeepAQuarter() {
    for (int i = 0; i < 40; i++) {
      fixture.put(A, "memory" + i, 10, true);
    }
    fixture.putMany(A, "hot", 60);
    hitAll("hot", 60);
    fixture.putMany(A, "scan", 2_000);
    assertThat(fixture.of(A).bytes(Priority.IN_MEMORY)).isEqualTo(250);
    assertThat(fixture.of(A).bytes(Priority.MULTI_ACCESS)).isEqualTo(500);
    assertThat(fixture.of(A).bytes(Priority.SINGLE_ACCESS)).isEqualTo(250);
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
  void entriesTellTheirPriority() {
    fixture.put(A, "single");
    fixture.put(A, "multi");
    fixture.put(A, "memory", 10, true);
    fixture.hit(A, "multi");
    fixture.hit(A, "memory");
    assertThat(fixture.cache.entries())
        .extracting(entry -> entry.key() + " " + entry.priority())
        .containsExactlyInAnyOrder(
            "single SINGLE_ACCESS", "multi MULTI_ACCESS", "memory IN_MEMORY");
    assertThat(fixture.cache.entries()).noneMatch(entry -> entry.tenant().equals(B));
  }
}
