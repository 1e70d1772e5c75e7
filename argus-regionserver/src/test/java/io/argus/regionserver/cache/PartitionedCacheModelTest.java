package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static io.argus.regionserver.cache.CacheFixture.C;
import static io.argus.regionserver.cache.PartitionedCache.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random commands to the cache and to its naive model must have the same effect. */
@Tag("long")
class PartitionedCacheModelTest {
  private static final List<TenantId> TENANTS = List.of(A, B, C, TenantId.of("d"), SYSTEM);

  private final NaiveCache model = new NaiveCache(2_000);
  private final CacheFixture fixture = new CacheFixture(2_000);

  PartitionedCacheModelTest() {
    fixture.references.evictions = model.evicted::add;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void sameEffectAsTheModel(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < 4_000; step++) {
      command(random);
      if (step % 20 == 0) {
        assertSame();
      }
    }
    assertSame();
  }

  /**
   * A tenant within its reservation loses no block when another one puts a block, while the
   * protected bytes of system tables do not change.
   */
  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13, 14})
  void tenantWithinItsReservationLosesNoBlockToAnother(long seed) {
    Random random = new Random(seed);
    int witnessed = 0;
    for (int step = 0; step < 4_000; step++) {
      if (random.nextInt(100) == 0) {
        randomPlan(random);
      }
      TenantId putting = TENANTS.get(random.nextInt(4));
      Map<TenantId, List<String>> safe = new HashMap<>();
      for (PartitionStatistics each : fixture.cache.statistics()) {
        if (!each.tenant().equals(putting) && each.usedBytes() <= each.limitBytes()) {
          safe.put(each.tenant(), fixture.keys(each.tenant()));
        }
      }
      randomPut(random, putting);
      for (Map.Entry<TenantId, List<String>> kept : safe.entrySet()) {
        assertThat(fixture.keys(kept.getKey())).isEqualTo(kept.getValue());
        witnessed += kept.getValue().isEmpty() ? 0 : 1;
      }
    }
    assertThat(witnessed).isGreaterThan(1_000);
  }

  private void command(Random random) {
    String key = key(random);
    int choice = random.nextInt(1_000);
    if (choice < 500) {
      randomPut(random, TENANTS.get(random.nextInt(TENANTS.size())));
    } else if (choice < 950) {
      TenantId tenant = TENANTS.get(random.nextInt(TENANTS.size()));
      boolean hit = model.get(key);
      assertThat(fixture.hit(tenant, key)).isEqualTo(hit);
      if (!hit) {
        model.meet(tenant);
      }
    } else if (choice < 980) {
      assertThat(fixture.cache.evict(key)).isEqualTo(model.evict(key));
    } else if (choice < 985) {
      String file = "file" + random.nextInt(20);
      assertThat(fixture.cache.evictFile(file)).isEqualTo(model.evictFile(file));
    } else if (choice < 990) {
      long capacity = random.nextInt(3_000);
      fixture.cache.resize(capacity);
      model.resize(capacity);
    } else {
      randomPlan(random);
    }
  }

  private static String key(Random random) {
    return "k" + (random.nextBoolean() ? random.nextInt(50) : random.nextInt(400));
  }

  private void randomPut(Random random, TenantId tenant) {
    String key = key(random);
    String file = "file" + random.nextInt(20);
    long bytes = 1 + random.nextInt(random.nextInt(20) == 0 ? 1_500 : 60);
    boolean inMemory = random.nextInt(8) == 0;
    CountedBlock block = new CountedBlock(bytes);
    assertThat(fixture.cache.put(key, block, tenant, file, inMemory))
        .isEqualTo(model.put(key, bytes, tenant, file, inMemory));
    block.release();
  }

  private void randomPlan(Random random) {
    Map<TenantId, Double> shares = new TreeMap<>();
    double sum = 0;
    for (TenantId tenant : TENANTS.subList(0, 1 + random.nextInt(4))) {
      double weight = random.nextInt(10) == 0 ? 0.0 : random.nextDouble() + 0.01;
      shares.put(tenant, weight);
      sum += weight;
    }
    if (sum > 0) {
      double total = sum;
      shares.replaceAll((tenant, weight) -> weight / total);
      boolean borrowing = random.nextInt(3) > 0;
      fixture.cache.apply(CacheFixture.plan(borrowing, shares));
      model.apply(borrowing, shares);
    }
  }

  private void assertSame() {
    fixture.assertSound();
    assertThat(model.evicted).isEmpty();
    TreeSet<String> keys = new TreeSet<>();
    fixture.cache.entries().forEach(entry -> keys.add(entry.key()));
    assertThat(keys).isEqualTo(model.keys());
    for (PartitionStatistics statistics : fixture.cache.statistics()) {
      assertThat(statistics.usedBytes()).isEqualTo(model.used(statistics.tenant()));
      assertThat(statistics.limitBytes()).isEqualTo(model.limit(statistics.tenant()));
    }
  }
}
