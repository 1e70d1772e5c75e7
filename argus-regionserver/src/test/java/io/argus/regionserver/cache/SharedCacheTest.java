package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static io.argus.regionserver.cache.CacheFixture.C;
import static io.argus.regionserver.cache.PartitionedCache.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The cache while it does not isolate. */
class SharedCacheTest {
  private static final List<TenantId> TENANTS = List.of(A, B, C, SYSTEM);

  private final CacheFixture shared = new CacheFixture(2_000).rigid(Map.of(A, 0.9, B, 0.1));

  private static double hitRatio(CacheFixture fixture, boolean oneTenant, long seed) {
    Random random = new Random(seed);
    int hits = 0;
    int steps = 60_000;
    for (int step = 0; step < steps; step++) {
      int tenant = random.nextInt(10) == 0 ? 1 : step > steps / 2 ? 2 : 0;
      int blocks = tenant == 0 ? 300 : tenant == 1 ? 150 : 800;
      int block = (int) (blocks * random.nextDouble() * random.nextDouble());
      TenantId owner = oneTenant ? A : TENANTS.get(tenant);
      String key = tenant + "k" + block;
      if (fixture.hit(owner, key)) {
        hits++;
      } else {
        fixture.put(owner, key, 10, false);
      }
    }
    fixture.assertSound();
    return hits / (double) steps;
  }

  /** One of the tenants stops halfway, and a third one starts. */
  @Test
  void hitsNearlyAsOftenAsOnePolicyOverAllBlocks() {
    for (long seed = 1; seed <= 3; seed++) {
      CacheFixture one = new CacheFixture(2_000).borrowing(Map.of(A, 1.0));
      CacheFixture several = new CacheFixture(2_000).rigid(Map.of(A, 0.9, B, 0.1));
      several.cache.isolate(false);
      double withOne = hitRatio(one, true, seed);
      double withSeveral = hitRatio(several, false, seed);
      System.out.printf("one policy %.3f, nominees %.3f%n", withOne, withSeveral);
      assertThat(withSeveral).isGreaterThan(withOne - 0.02);
    }
  }

  @Test
  void aTenantWithoutReservationMayUseAllOfIt() {
    shared.cache.isolate(false);
    shared.putMany(C, "k", 200);
    assertThat(shared.keys(C)).hasSize(200);
    shared.putMany(A, "other", 150);
    assertThat(shared.keys(C)).hasSizeLessThan(150);
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
