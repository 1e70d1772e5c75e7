package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static io.argus.regionserver.cache.CacheFixture.C;
import static io.argus.regionserver.cache.PartitionedCache.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.tenant.TenantId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartitionedCacheTest {
  private final CacheFixture borrowing =
      new CacheFixture(1_000).borrowing(Map.of(A, 0.5, B, 0.3, C, 0.2));
  private final CacheFixture rigid = new CacheFixture(1_000).rigid(Map.of(A, 0.5, B, 0.3, C, 0.2));

  @Test
  void hitTakesAReferenceForTheCaller() {
    borrowing.put(A, "k");
    CountedBlock block = borrowing.cache.get("k");
    assertThat(block.references()).isEqualTo(2);
    assertThat(borrowing.cache.evict("k")).isTrue();
    block.use();
    block.release();
    assertThat(block.references()).isZero();
    assertThat(borrowing.cache.get("k")).isNull();
    borrowing.cache.miss(A);
    assertThat(borrowing.of(A).hits()).isEqualTo(1);
    assertThat(borrowing.of(A).misses()).isEqualTo(1);
  }

  @Test
  void blocksOfTheCatalogueKeepAQuarterOfTheCache() {
    for (int i = 0; i < 40; i++) {
      borrowing.put(SYSTEM, "meta" + i, 10, true);
    }
    borrowing.putMany(SYSTEM, "other", 10);
    for (TenantId tenant : List.of(A, B, C)) {
      borrowing.putMany(tenant, tenant.name(), 200);
    }
    assertThat(borrowing.keys(SYSTEM)).hasSize(25).allMatch(key -> key.startsWith("meta"));
    assertThat(borrowing.of(A).usedBytes()).isBetween(370L, 380L);
    for (int i = 0; i < 100; i++) {
      borrowing.put(SYSTEM, "scanned" + i);
    }
    assertThat(borrowing.keys(SYSTEM))
        .as("a scan of another system table")
        .filteredOn(key -> key.startsWith("meta"))
        .hasSize(25);
    borrowing.assertSound();
  }

  @Test
  void aSecondLookIsNoHit() {
    borrowing.put(A, "k");
    CountedBlock block = borrowing.cache.getAgain("k");
    assertThat(block.references()).isEqualTo(2);
    block.release();
    assertThat(borrowing.cache.getAgain("no such block")).isNull();
    assertThat(borrowing.of(A).hits()).isZero();
    borrowing.assertSound();
  }

  @Test
  void aLookCountsNoMissOfItsOwn() {
    assertThat(borrowing.cache.get("k")).isNull();
    assertThat(borrowing.of(A).misses()).isZero();
  }

  @Test
  void putOfAPresentKeyLeavesThePresentBlock() {
    borrowing.put(A, "k");
    CountedBlock second = new CountedBlock(10);
    assertThat(borrowing.cache.put("k", second, B, "f", false)).isFalse();
    assertThat(second.references()).isEqualTo(1);
    assertThat(borrowing.keys(A)).containsExactly("k");
    borrowing.assertSound();
  }

  @Test
  void aFilledBlockIsCachedOnce() {
    CountedBlock block = new CountedBlock(10);
    assertThat(borrowing.cache.fill("k", block, A, "f", false)).isTrue();
    assertThat(borrowing.cache.fill("k", block, A, "f", false)).isFalse();
    block.release();
    assertThat(borrowing.keys(A)).containsExactly("k");
    assertThat(borrowing.of(A).insertions).isEqualTo(1);
    borrowing.assertSound();
  }

  @Test
  void aDisplacedBlockIsAsPopularAsBeforeWhenItComesBack() {
    borrowing.putMany(A, "cold", 100);
    for (int i = 0; i < 40; i++) {
      borrowing.hit(A, "cold0");
    }
    assertThat(borrowing.cache.displace("cold0")).isTrue();
    assertThat(borrowing.cache.displace("cold0")).isFalse();
    CountedBlock again = new CountedBlock(10);
    borrowing.cache.fill("cold0", again, A, "f", false);
    again.release();
    borrowing.putMany(A, "scanned", 100);
    assertThat(borrowing.keys(A)).contains("cold0");
    borrowing.assertSound();
  }

  @Test
  void freedBlockIsNotCached() {
    CountedBlock freed = new CountedBlock(10);
    freed.release();
    assertThat(borrowing.cache.put("k", freed, A, "f", false)).isFalse();
    assertThat(borrowing.cache.blockCount()).isZero();
  }

  @Test
  void usesItsFullCapacityAndNotMore() {
    borrowing.putMany(A, "a", 100);
    assertThat(borrowing.cache.usedBytes()).isEqualTo(1_000);
    assertThat(borrowing.of(A).evictions).isZero();
    borrowing.put(A, "one more");
    assertThat(borrowing.of(A).evictions).isEqualTo(1);
    assertThat(borrowing.cache.freeBytes()).isZero();
    borrowing.assertSound();
  }

  @Test
  void borrowedBytesAreGivenBackToTheirOwnerOnDemand() {
    borrowing.putMany(A, "a", 100);
    borrowing.putMany(B, "b", 40);
    assertThat(borrowing.of(B).usedBytes())
        .as("3/8 of 1000, in blocks of 10")
        .isBetween(370L, 380L);
    borrowing.putMany(C, "c", 40);
    assertThat(borrowing.of(A).usedBytes()).isEqualTo(500);
    assertThat(borrowing.of(B).usedBytes()).isEqualTo(300);
    assertThat(borrowing.of(C).usedBytes()).isEqualTo(200);
    borrowing.assertSound();
  }

  @Test
  void tenantWithoutReservationLivesOnWhatOthersLeave() {
    TenantId stranger = TenantId.of("stranger");
    borrowing.putMany(stranger, "s", 150);
    assertThat(borrowing.of(stranger).usedBytes()).isEqualTo(1_000);
    borrowing.putMany(A, "a", 50);
    assertThat(borrowing.of(stranger).usedBytes()).isEqualTo(500);
    borrowing.putMany(B, "b", 30);
    borrowing.putMany(C, "c", 20);
    assertThat(borrowing.of(stranger).usedBytes()).isZero();
    assertThat(borrowing.of(A).evictions + borrowing.of(B).evictions).isZero();
    borrowing.assertSound();
  }

  @Test
  void rigidPartitionIsCutOffAtItsReservation() {
    rigid.putMany(A, "a", 100);
    assertThat(rigid.of(A).usedBytes()).isEqualTo(500);
    assertThat(rigid.put(B, "too big", 301, false)).isFalse();
    assertThat(rigid.of(B).rejections).isEqualTo(1);
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
    borrowing.putMany(A, "a", 60);
    borrowing.putMany(B, "b", 40);
    borrowing.cache.resize(500);
    assertThat(borrowing.cache.usedBytes()).isEqualTo(500);
    assertThat(borrowing.of(A).usedBytes() / (double) borrowing.of(B).usedBytes())
        .isBetween(1.5, 1.8);
    borrowing.cache.resize(0);
    assertThat(borrowing.cache.blockCount()).isZero();
    assertThat(borrowing.put(A, "k")).isFalse();
    borrowing.cache.resize(1_000);
    assertThat(borrowing.put(A, "k")).isTrue();
    borrowing.assertSound();
    assertThatIllegalArgumentException().isThrownBy(() -> borrowing.cache.resize(-1));
  }

  @Test
  void systemBlocksAreNeitherRefusedNorDisplacedWithinTheirPart() {
    for (CacheFixture fixture : List.of(borrowing, rigid)) {
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
    borrowing.putMany(A, "a", 10);
    borrowing.putMany(B, "b", 5);
    assertThat(borrowing.cache.evictFile("a-file")).isEqualTo(10);
    assertThat(borrowing.cache.evictFile("a-file")).isZero();
    assertThat(borrowing.keys(B)).hasSize(5);
    assertThat(borrowing.of(A).removals).isEqualTo(10);
    borrowing.assertSound();
  }

  @Test
  void anIdlePartitionIsDroppedThoughThePlanDoesNotChange() {
    TenantId stranger = TenantId.of("stranger");
    borrowing.put(stranger, "k");
    borrowing.cache.dropIdle();
    borrowing.cache.dropIdle();
    assertThat(borrowing.of(stranger).blockCount).as("it has a block").isEqualTo(1);
    borrowing.cache.evictFile("stranger-file");
    borrowing.hit(stranger, "k");
    borrowing.cache.dropIdle();
    assertThat(borrowing.of(stranger).misses()).as("it was asked for one").isEqualTo(1);
    borrowing.cache.dropIdle();
    assertThat(borrowing.cache.usedBytes(stranger)).isZero();
    assertThat(borrowing.cache.statistics())
        .extracting(PartitionStatistics::tenant)
        .containsExactlyInAnyOrder(SYSTEM, A, B, C);
    borrowing.put(stranger, "again");
    assertThat(borrowing.keys(stranger)).containsExactly("again");
    borrowing.assertSound();
  }

  @Test
  void partitionOfAVanishedTenantIsDroppedOnceEmpty() {
    borrowing.put(C, "c");
    borrowing.borrowing(Map.of(A, 1.0));
    assertThat(borrowing.cache.statistics())
        .extracting(PartitionStatistics::tenant)
        .containsExactlyInAnyOrder(SYSTEM, A, C);
    borrowing.cache.clear();
    borrowing.borrowing(Map.of(A, 1.0));
    assertThat(borrowing.cache.statistics())
        .extracting(PartitionStatistics::tenant)
        .containsExactlyInAnyOrder(SYSTEM, A);
    borrowing.put(C, "c");
    assertThat(borrowing.of(C).blockCount).isEqualTo(1);
    borrowing.assertSound();
  }
}
