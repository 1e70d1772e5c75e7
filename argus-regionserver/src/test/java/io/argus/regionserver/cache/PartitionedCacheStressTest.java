package io.argus.regionserver.cache;

import static io.argus.regionserver.cache.CacheFixture.A;
import static io.argus.regionserver.cache.CacheFixture.B;
import static io.argus.regionserver.cache.CacheFixture.C;
import static io.argus.regionserver.cache.PartitionedCache.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("long")
class PartitionedCacheStressTest {
  private static final int THREADS = 8;
  private static final int STEPS = 25_000;
  private static final long CAPACITY_BYTES = 20_000;
  private static final TenantId STRANGER = TenantId.of("stranger");
  private static final List<TenantId> TENANTS = List.of(A, B, C, STRANGER, SYSTEM);

  private final CacheFixture fixture =
      new CacheFixture(CAPACITY_BYTES).borrowing(Map.of(A, 0.5, B, 0.5));
  private final Queue<CountedBlock> blocks = new ConcurrentLinkedQueue<>();

  @Test
  @Timeout(60)
  void accountsAndReferencesAgreeAfterAnything() throws Exception {
    run(
        random -> {
          int choice = random.nextInt(10_000);
          if (choice < 9_700) {
            read(TENANTS.get(random.nextInt(TENANTS.size())), random);
          } else if (choice < 9_900) {
            fixture.cache.evict("k" + random.nextInt(2_000));
          } else if (choice < 9_970) {
            fixture.cache.evictFile("file" + random.nextInt(40));
          } else if (choice < 9_980) {
            fixture.cache.resize(random.nextLong(2 * CAPACITY_BYTES));
          } else if (choice < 9_985) {
            fixture.cache.isolate(random.nextBoolean());
          } else if (choice < 9_999) {
            double share = random.nextDouble();
            Map<TenantId, Double> shares =
                random.nextBoolean() ? Map.of(A, share, B, 1 - share) : Map.of(C, 1.0);
            fixture.cache.apply(CacheFixture.plan(random.nextBoolean(), shares));
          } else {
            fixture.cache.clear();
          }
        });
    fixture.assertSound();
    assertReferences();
    fixture.cache.clear();
    fixture.assertSound();
    assertThat(fixture.cache.usedBytes()).isZero();
    assertThat(blocks).allMatch(block -> block.references() == 0);
  }

  @Test
  @Timeout(60)
  void tenantWithinItsReservationLosesNothingToMany() throws Exception {
    for (int i = 0; i < 900; i++) {
      fixture.put(A, "kept" + i);
    }
    run(
        random -> {
          TenantId tenant = TENANTS.get(1 + random.nextInt(3));
          read(tenant, random);
          fixture.hit(A, "kept" + random.nextInt(900));
        });
    assertThat(fixture.keys(A)).hasSize(900);
    assertThat(fixture.of(A).evictions).isZero();
    fixture.assertSound();
    assertReferences();
  }

  private interface Step {
    void with(SplittableRandom random);
  }

  private void run(Step step) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      SplittableRandom random = new SplittableRandom(thread);
      tasks.add(
          () -> {
            for (int i = 0; i < STEPS; i++) {
              step.with(random);
            }
            return null;
          });
    }
    for (Future<Void> future : executor.invokeAll(tasks)) {
      future.get();
    }
    executor.shutdown();
    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
  }

  /** Reads like HBase: looks the block up and, on a miss, caches a new one. */
  private void read(TenantId tenant, SplittableRandom random) {
    int number = random.nextInt(2_000);
    String key = "k" + number;
    CountedBlock block = fixture.cache.get(key);
    if (block == null) {
      fixture.cache.miss(tenant);
      block = new CountedBlock(1 + number % 50);
      blocks.add(block);
      fixture.cache.put(key, block, tenant, "file" + number % 40, number % 9 == 0);
    }
    block.use();
    block.release();
  }

  private void assertReferences() {
    Set<CountedBlock> cached = new HashSet<>();
    fixture.cache.entries().forEach(entry -> cached.add(entry.block()));
    assertThat(blocks).allMatch(block -> block.references() == (cached.contains(block) ? 1 : 0));
  }
}
