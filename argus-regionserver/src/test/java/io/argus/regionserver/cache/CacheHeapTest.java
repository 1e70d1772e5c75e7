package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a cached block takes beside itself, measured with many of them. */
@Tag("long")
class CacheHeapTest {
  private static final int BLOCKS = 1_000_000;

  private static final class OneSize implements BlockReferences<Integer, String> {
    @Override
    public boolean retain(String block) {
      return true;
    }

    @Override
    public void release(String block) {}

    @Override
    public long heapBytes(Integer key, String block) {
      return 65_536;
    }
  }

  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  @Test
  void curveOfATenantTakesAboutHalfAMegabyteAtMost() {
    long before = usedHeap();
    int tenants = 10;
    MiniatureCaches[] full = new MiniatureCaches[tenants];
    for (int k = 0; k < tenants; k++) {
      full[k] = new MiniatureCaches(new SamplingPace(() -> 0, () -> 0));
      for (int i = 0; i < 500_000; i++) {
        long mixed = MixedHash.of((i % 3 == 0 ? i : i % 30_000) + k * 1_000_003);
        if (full[k].samples(mixed)) {
          full[k].access(mixed, 65_536, 12_000L * 65_536, 0, i, 1);
        }
      }
    }
    double perTenant = (usedHeap() - before) / (double) tenants;
    assertThat(full[0].blocks()).isGreaterThan(MiniatureCaches.MAX_BLOCKS / 2);
    System.out.printf("%.0f bytes of heap for the curve of a tenant%n", perTenant);
    assertThat(perTenant).isBetween(50_000.0, 600_000.0);
  }

  @Test
  void entryTakesWhatIsSaidWithAMillionBlocks() {
    TenantId tenant = TenantId.of("a");
    PartitionedCache<Integer, String> cache =
        new PartitionedCache<>(BLOCKS * 65_536L, new OneSize());
    cache.apply(CacheFixture.plan(true, Map.of(tenant, 1.0)));
    Integer[] keys = new Integer[2 * BLOCKS];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = i;
    }
    long before = usedHeap();
    for (Integer key : keys) {
      cache.put(key, "block", tenant, "file" + key / 10_000, false);
    }
    double perBlock = (usedHeap() - before) / (double) BLOCKS;
    assertThat(cache.blockCount()).isEqualTo(BLOCKS);
    assertThat(keys).hasSize(2 * BLOCKS);
    System.out.printf("%.1f bytes of heap per cached block, beside key and block%n", perBlock);
    assertThat(perBlock)
        .isBetween(
            0.9 * PartitionedCache.ENTRY_HEAP_BYTES, 1.1 * PartitionedCache.ENTRY_HEAP_BYTES);
  }
}
