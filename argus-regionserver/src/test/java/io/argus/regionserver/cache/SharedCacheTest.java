package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static io.argus.regionserver.cache.CacheFixture.C;
import static io.argus.regionserver.cache.PartitionedCache.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The cache while it does not isolate. */
class SharedCacheTest {
  private static final List<TenantId> TENANTS = List.of(A, B, C, SYSTEM);

  private final CacheFixture shared = new CacheFixture(2_000).rigid(Map.of(A, 0.9, B, 0.1));

  private static Set<String> keys(CacheFixture fixture) {
    Set<String> keys = new HashSet<>();
    fixture.cache.entries().forEach(entry -> keys.add(entry.key()));
    return keys;
  }

  /** The same blocks stay cached as if one tenant owned all of them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void keepsWhatOneCacheForAllWouldKeep(long seed) {
    CacheFixture one = new CacheFixture(2_000).borrowing(Map.of(A, 1.0));
    shared.cache.isolate(false);
    Random random = new Random(seed);
    for (int step = 0; step < 5_000; step++) {
      String key = "k" + (random.nextBoolean() ? random.nextInt(50) : random.nextInt(400));
      TenantId tenant = TENANTS.get(random.nextInt(TENANTS.size()));
      int choice = random.nextInt(100);
      if (choice < 50) {
        long bytes = 1 + random.nextInt(random.nextInt(20) == 0 ? 1_500 : 60);
        boolean inMemory = random.nextInt(8) == 0;
        assertThat(shared.put(tenant, key, bytes, inMemory))
            .isEqualTo(one.put(A, key, bytes, inMemory));
      } else if (choice < 98) {
        assertThat(shared.hit(tenant, key)).isEqualTo(one.hit(A, key));
      } else {
        assertThat(shared.cache.evict(key)).isEqualTo(one.cache.evict(key));
      }
      if (step % 50 == 0) {
        assertThat(keys(shared)).isEqualTo(keys(one));
        shared.assertSound();
      }
    }
  }

  @Test
  void aTenantWithoutReservationMayUseAllOfIt() {
    shared.cache.isolate(false);
    shared.putMany(C, "k", 200);
    assertThat(shared.keys(C)).hasSize(200);
    shared.putMany(A, "other", 150);
    assertThat(shared.keys(C)).hasSize(50);
    shared.assertSound();
  }

  @Test
  void partitionsAreBackInForceWhenIsolatingAgain() {
    shared.cache.isolate(false);
    shared.putMany(B, "b", 150);
    shared.putMany(A, "a", 40);
    shared.cache.isolate(true);
    assertThat(shared.keys(B)).hasSize(20);
    assertThat(shared.keys(A)).hasSize(40);
    shared.putMany(B, "more", 100);
    assertThat(shared.keys(A)).hasSize(40);
    shared.assertSound();
  }
}
