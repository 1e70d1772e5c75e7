package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A cache of counted blocks, with short methods for the tests. */
final class CacheFixture {
  static final TenantId A = TenantId.of("a");
  static final TenantId B = TenantId.of("b");
  static final TenantId C = TenantId.of("c");

  final CountedBlock.References references = new CountedBlock.References();
  final PartitionedCache<String, CountedBlock> cache;

  CacheFixture(long capacityBytes) {
    cache = new PartitionedCache<>(capacityBytes, references);
  }

  static Plan plan(boolean borrowing, Map<TenantId, Double> shares) {
    List<Reservation> reservations = new ArrayList<>();
    shares.forEach((tenant, share) -> reservations.add(Reservation.of(tenant, share, share)));
    return Plan.of(
        1, Plan.Mode.PINNED, 0, borrowing, reservations, PlanExplanation.because("of a test"));
  }

  CacheFixture borrowing(Map<TenantId, Double> shares) {
    cache.apply(plan(true, shares));
    return this;
  }

  CacheFixture rigid(Map<TenantId, Double> shares) {
    cache.apply(plan(false, shares));
    return this;
  }

  /** Puts a block of 10 bytes of file {@code <tenant>-file}. */
  boolean put(TenantId tenant, String key) {
    return put(tenant, key, 10, false);
  }

  boolean put(TenantId tenant, String key, long bytes, boolean inMemory) {
    CountedBlock block = new CountedBlock(bytes);
    boolean cached = cache.put(key, block, tenant, tenant + "-file", inMemory);
    block.release();
    return cached;
  }

  void putMany(TenantId tenant, String prefix, int count) {
    for (int i = 0; i < count; i++) {
      put(tenant, prefix + i);
    }
  }

  boolean hit(TenantId tenant, String key) {
    CountedBlock block = cache.get(key);
    if (block == null) {
      cache.miss(tenant);
      return false;
    }
    block.use();
    block.release();
    return true;
  }

  PartitionStatistics of(TenantId tenant) {
    return cache.statistics().stream()
        .filter(statistics -> statistics.tenant().equals(tenant))
        .findFirst()
        .orElseThrow();
  }

  List<String> keys(TenantId tenant) {
    return cache.entries().stream()
        .filter(entry -> entry.tenant().equals(tenant))
        .map(CacheEntry::key)
        .sorted()
        .collect(Collectors.toList());
  }

  /** Asserts that all counters agree with the entries. No other thread may use the cache. */
  void assertSound() {
    long bytes = cache.entries().stream().mapToLong(CacheEntry::heapBytes).sum();
    assertThat(cache.usedBytes()).isEqualTo(bytes).isLessThanOrEqualTo(cache.capacityBytes());
    assertThat(references.bytes).hasValue(bytes);
    assertThat(references.blocks).hasValue(cache.blockCount());
    for (PartitionStatistics statistics : cache.statistics()) {
      List<CacheEntry<String, CountedBlock>> entries =
          cache.entries().stream()
              .filter(entry -> entry.tenant().equals(statistics.tenant()))
              .collect(Collectors.toList());
      assertThat(statistics.blockCount).isEqualTo(entries.size());
      assertThat(statistics.usedBytes())
          .isEqualTo(entries.stream().mapToLong(CacheEntry::heapBytes).sum());
      assertThat(statistics.insertions - statistics.evictions - statistics.removals)
          .isEqualTo(entries.size());
    }
    assertThat(cache.statistics().stream().mapToLong(partition -> partition.blockCount).sum())
        .isEqualTo(cache.blockCount());
    assertThat(cache.entries()).allMatch(entry -> entry.block().references() == 1);
  }
}
