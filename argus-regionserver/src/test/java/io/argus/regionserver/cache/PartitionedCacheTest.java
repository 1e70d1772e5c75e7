package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static io.argus.regionserver.cache.CacheFixture.C;
import static io.argus.regionserver.cache.PartitionedCache.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.TenantId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionedCacheTest {
  private final CacheFixture lending =
      new CacheFixture(1_000).lending(Map.of(A, 0.5, B, 0.3, C, 0.2));
  private final CacheFixture rigid = new CacheFixture(1_000).rigid(Map.of(A, 0.5, B, 0.3, C, 0.2));

  @Test
  void hitTakesAReferenceForTheCaller() {
    lending.put(A, "k");
    CountedBlock block = lending.cache.get("k", A, true);
    assertThat(block.references()).isEqualTo(2);
    assertThat(lending.cache.evict("k")).isTrue();
    block.use();
    block.release();
    assertThat(block.references()).isZero();
    assertThat(lending.cache.get("k", A, true)).isNull();
    assertThat(lending.of(A).hits()).isEqualTo(1);
    assertThat(lending.of(A).misses()).isEqualTo(1);
  }

  @Test
  void secondLookAfterAMissIsNotCounted() {
    lending.cache.get("k", A, false);
    assertThat(lending.of(A).misses()).isZero();
  }

  @Test
  void putOfAPresentKeyLeavesThePresentBlock() {
    lending.put(A, "k");
    CountedBlock second = new CountedBlock(10);
    assertThat(lending.cache.put("k", second, B, "f", false)).isFalse();
    assertThat(second.references()).isEqualTo(1);
    assertThat(lending.keys(A)).containsExactly("k");
    lending.assertSound();
  }

  @Test
  void replaceTakesThePlaceOfThePresentBlock() {
    lending.put(A, "k");
    CountedBlock first = lending.cache.get("k", A, true);
    CountedBlock second = new CountedBlock(20);
    assertThat(lending.cache.replace("k", second, A, "f", false)).isTrue();
    assertThat(first.references()).isEqualTo(1);
    assertThat(second.references()).isEqualTo(2);
    assertThat(lending.cache.usedBytes()).isEqualTo(20);
  }

  @Test
  void freedBlockIsNotCached() {
    CountedBlock freed = new CountedBlock(10);
    freed.release();
    assertThat(lending.cache.put("k", freed, A, "f", false)).isFalse();
    assertThat(lending.cache.blockCount()).isZero();
  }

  @Test
  void usesItsFullCapacityAndNotMore() {
    lending.putMany(A, "a", 100);
    assertThat(lending.cache.usedBytes()).isEqualTo(1_000);
    assertThat(lending.of(A).evictions()).isZero();
    lending.put(A, "one more");
    assertThat(lending.of(A).evictions()).isEqualTo(1);
    assertThat(lending.cache.freeBytes()).isZero();
    lending.assertSound();
  }

  @Test
  void lentBytesAreGivenBackToTheirOwnerOnDemand() {
    lending.putMany(A, "a", 100);
    lending.putMany(B, "b", 40);
    assertThat(lending.of(B).usedBytes()).as("3/8 of 1000, in blocks of 10").isBetween(370L, 380L);
    lending.putMany(C, "c", 40);
    assertThat(lending.of(A).usedBytes()).isEqualTo(500);
    assertThat(lending.of(B).usedBytes()).isEqualTo(300);
    assertThat(lending.of(C).usedBytes()).isEqualTo(200);
    lending.assertSound();
  }

  @Test
  void tenantWithoutReservationLivesOnWhatOthersLeave() {
    TenantId stranger = TenantId.of("stranger");
    lending.putMany(stranger, "s", 150);
    assertThat(lending.of(stranger).usedBytes()).isEqualTo(1_000);
    lending.putMany(A, "a", 50);
    assertThat(lending.of(stranger).usedBytes()).isEqualTo(500);
    lending.putMany(B, "b", 30);
    lending.putMany(C, "c", 20);
    assertThat(lending.of(stranger).usedBytes()).isZero();
    assertThat(lending.of(A).evictions() + lending.of(B).evictions()).isZero();
    lending.assertSound();
  }

  @Test
  void rigidPartitionIsCutOffAtItsReservation() {
    rigid.putMany(A, "a", 100);
    assertThat(rigid.of(A).usedBytes()).isEqualTo(500);
    assertThat(rigid.put(B, "too big", 301, false)).isFalse();
    assertThat(rigid.of(B).rejections()).isEqualTo(1);
    assertThat(rigid.put(TenantId.of("stranger"), "s")).isFalse();
    rigid.assertSound();
  }

  @Test
  void smallerReservationIsInForceWhenApplyReturns() {
    rigid.putMany(A, "a", 50);
    rigid.rigid(Map.of(A, 0.1, B, 0.9));
    assertThat(rigid.of(A).usedBytes()).isEqualTo(100);
    rigid.assertSound();
  }

  @Test
  void smallerCapacityIsInForceWhenResizeReturns() {
    lending.putMany(A, "a", 60);
    lending.putMany(B, "b", 40);
    lending.cache.resize(500);
    assertThat(lending.cache.usedBytes()).isEqualTo(500);
    assertThat(lending.of(A).usedBytes() / (double) lending.of(B).usedBytes()).isBetween(1.5, 1.8);
    lending.cache.resize(0);
    assertThat(lending.cache.blockCount()).isZero();
    assertThat(lending.put(A, "k")).isFalse();
    lending.cache.resize(1_000);
    assertThat(lending.put(A, "k")).isTrue();
    lending.assertSound();
    assertThatIllegalArgumentException().isThrownBy(() -> lending.cache.resize(-1));
  }

  @Test
  void systemBlocksAreNeitherRefusedNorDisplacedWithinTheirPart() {
    for (CacheFixture fixture : List.of(lending, rigid)) {
      fixture.putMany(SYSTEM, "s", 5);
      fixture.putMany(A, "a", 100);
      fixture.putMany(B, "b", 100);
      fixture.putMany(C, "c", 100);
      assertThat(fixture.of(SYSTEM).usedBytes()).isEqualTo(50);
      assertThat(fixture.of(A).limitBytes()).isEqualTo(475);
      fixture.putMany(SYSTEM, "t", 5);
      assertThat(fixture.of(SYSTEM).usedBytes()).isEqualTo(50);
      fixture.assertSound();
    }
  }

  @Test
  void systemPutsMakeRoomInFullRigidPartitions() {
    rigid.putMany(A, "a", 50);
    rigid.putMany(B, "b", 30);
    rigid.putMany(C, "c", 20);
    rigid.putMany(SYSTEM, "s", 5);
    assertThat(rigid.of(SYSTEM).usedBytes()).isEqualTo(50);
    rigid.assertSound();
  }

  @Test
  void evictFileTakesOutTheBlocksOfThatFileOnly() {
    lending.putMany(A, "a", 10);
    lending.putMany(B, "b", 5);
    assertThat(lending.cache.evictFile("a-file")).isEqualTo(10);
    assertThat(lending.cache.evictFile("a-file")).isZero();
    assertThat(lending.keys(B)).hasSize(5);
    assertThat(lending.of(A).removals()).isEqualTo(10);
    lending.assertSound();
  }

  @Test
  void partitionOfAVanishedTenantIsDroppedOnceEmpty() {
    lending.put(C, "c");
    lending.lending(Map.of(A, 1.0));
    assertThat(lending.cache.statistics())
        .extracting(PartitionStatistics::tenant)
        .containsExactlyInAnyOrder(SYSTEM, A, C);
    lending.cache.clear();
    lending.lending(Map.of(A, 1.0));
    assertThat(lending.cache.statistics())
        .extracting(PartitionStatistics::tenant)
        .containsExactlyInAnyOrder(SYSTEM, A);
    lending.put(C, "c");
    assertThat(lending.of(C).blockCount()).isEqualTo(1);
    lending.assertSound();
  }
}
