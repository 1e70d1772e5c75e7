package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.MissRatioCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sampled curve against full simulation of the same accesses. */
@Tag("long")
class MiniatureCachesTest {
  private static final SamplingPace UNLIMITED = new SamplingPace(() -> 0, () -> 0);
  private static final int BLOCK_BYTES = 66_000;
  private static final int ACCESSES = 200_000;
  private static final int SEEDS = 2;

  /** Distance between the block numbers of one seed and of the next. */
  private static final int APART = 1_000_003;

  /** Blocks that the whole cache holds. */
  private static final int CAPACITY_BLOCKS = 12_000;

  private static final long CAPACITY_BYTES = (long) CAPACITY_BLOCKS * BLOCK_BYTES;

  /** The curve is compared at so many shares of the cache, evenly spaced. */
  private static final int SHARES = 10;

  /** The mean and the greatest absolute error of the miss ratio over the shares of the cache. */
  private static double[] errors(IntSupplier trace) {
    BlockReuse reuse = new BlockReuse(UNLIMITED);
    List<FullCache> caches = new ArrayList<>();
    for (int k = 1; k <= SHARES; k++) {
      caches.add(new FullCache(k * CAPACITY_BLOCKS / SHARES));
    }
    long[] accesses = {0};
    for (int i = 0; i < ACCESSES; i++) {
      int hash = trace.getAsInt() * 65_537;
      accesses[0]++;
      caches.forEach(cache -> cache.access(hash));
      reuse.access(hash, BLOCK_BYTES, CAPACITY_BYTES, 0, 1, () -> accesses[0]);
    }
    MissRatioCurve sampled = reuse.counts(ACCESSES, 0).since(BlockReuse.Counts.NONE, 1);
    assertThat(sampled.samples()).isBetween(100.0, ACCESSES * 0.9);
    assertThat(sampled.lookupsPerSecond()).isGreaterThan(ACCESSES * 0.9);
    double sum = 0;
    double greatest = 0;
    for (int k = 1; k <= SHARES; k++) {
      double full = caches.get(k - 1).missRatio();
      double error = Math.abs(sampled.missRatio((double) k / SHARES) - full);
      sum += error;
      greatest = Math.max(greatest, error);
    }
    return new double[] {sum / SHARES, greatest};
  }

  private static IntSupplier uniform(int blocks, int seed) {
    Random random = new Random(seed);
    return () -> seed * APART + random.nextInt(blocks);
  }

  /** Zipfian (0.99), with the ranks scattered over the blocks. */
  private static IntSupplier zipfian(int blocks, int seed) {
    double[] cumulative = new double[blocks];
    double sum = 0;
    for (int i = 0; i < blocks; i++) {
      sum += Math.pow(i + 1, -0.99);
      cumulative[i] = sum;
    }
    Random random = new Random(seed);
    double all = sum;
    return () -> {
      int found = Arrays.binarySearch(cumulative, random.nextDouble() * all);
      return seed * APART + (found >= 0 ? found : -found - 1);
    };
  }

  private static IntSupplier loop(int blocks, int seed) {
    int[] next = {0};
    return () -> next[0]++ % blocks + seed * APART;
  }

  /** Two thirds of the accesses go to the hot blocks, the others to 20,000 more. */
  private static IntSupplier hotWithinCold(int hotBlocks, int seed) {
    IntSupplier hot = uniform(hotBlocks, seed);
    IntSupplier cold = uniform(20_000, seed + SEEDS);
    Random random = new Random(seed);
    return () -> random.nextInt(3) > 0 ? hot.getAsInt() : cold.getAsInt();
  }

  private interface Trace {
    IntSupplier of(int blocks, int seed);
  }

  /** Over several seeds, because the followed blocks are chosen by chance. */
  private static void assertError(String name, int[] sizes, Trace trace) {
    for (int blocks : sizes) {
      double sum = 0;
      double worst = 0;
      double greatest = 0;
      for (int seed = 0; seed < SEEDS; seed++) {
        double[] errors = errors(trace.of(blocks, seed));
        sum += errors[0] / SEEDS;
        worst = Math.max(worst, errors[0]);
        greatest = Math.max(greatest, errors[1]);
      }
      System.out.printf(
          "%s over %,d blocks: mean absolute error of the miss ratio %.3f, at worst %.3f, at one"
              + " size %.3f%n",
          name, blocks, sum, worst, greatest);
      assertThat(sum).as("%s over %d blocks", name, blocks).isLessThan(0.02);
      assertThat(worst).as("%s over %d blocks", name, blocks).isLessThan(0.05);
    }
  }

  @Test
  void uniformAccess() {
    assertError("uniform", new int[] {1_200, 11_000, 50_000}, MiniatureCachesTest::uniform);
  }

  @Test
  void zipfianAccess() {
    assertError("zipfian", new int[] {1_500, 9_000, 100_000}, MiniatureCachesTest::zipfian);
  }

  @Test
  void loops() {
    assertError("loop", new int[] {1_200, 7_000, 30_000}, MiniatureCachesTest::loop);
  }

  @Test
  void aHotSetInsideAColdOne() {
    assertError("hot within cold", new int[] {900}, MiniatureCachesTest::hotWithinCold);
  }

  private static void assertErrorOf(String name, Function<Traces, int[]> trace) {
    assertError(
        name,
        new int[] {10_000},
        (blocks, seed) -> {
          int[] all = trace.apply(new Traces(seed));
          int[] next = {0};
          return () -> all[next[0]++];
        });
  }

  @Test
  void tracesOfTheBench() {
    assertErrorOf("rows zipfian", traces -> traces.zipfian(ACCESSES));
    assertErrorOf("hotspot", traces -> traces.hotspot(ACCESSES));
    assertErrorOf("latest", traces -> traces.latest(ACCESSES));
    assertErrorOf("zipfian and scans", traces -> traces.zipfianAndScans(ACCESSES));
    assertErrorOf("hot set that moves", traces -> traces.moving(ACCESSES, ACCESSES / 4));
  }

  @Test
  void memoryStaysBoundedAndGoneBlocksAreForgotten() {
    MiniatureCaches caches = new MiniatureCaches(UNLIMITED);
    long position = 0;
    long largeCapacity = 1_000_000L * BLOCK_BYTES;
    for (int i = 0; i < 500_000; i++) {
      long mixed = MixedHash.of(i);
      position++;
      if (caches.samples(mixed)) {
        caches.access(mixed, BLOCK_BYTES, largeCapacity, 0, position, 1);
      }
      assertThat(caches.blocks()).isLessThanOrEqualTo(MiniatureCaches.MAX_BLOCKS);
    }
    double rateOfMany = caches.rate();
    assertThat(rateOfMany).isLessThan(2.0 * MiniatureCaches.MAX_BLOCKS / 500_000);
    // 10,000 other blocks from now on: the old ones are forgotten, more of the new ones followed.
    for (int round = 0; round < 2_000_000; round++) {
      long mixed = MixedHash.of(1_000_000 + round % 10_000);
      position += 100;
      if (caches.samples(mixed)) {
        caches.access(mixed, BLOCK_BYTES, largeCapacity, 0, position, 1);
      }
    }
    assertThat(caches.rate()).isGreaterThan(3 * rateOfMany);
  }

  @Test
  void aPartitionThatTookThePlaceOfAnotherHasACurveOfItsOwn() {
    BlockReuse.Counts[] counts = new BlockReuse.Counts[2];
    for (int k = 0; k < 2; k++) {
      BlockReuse reuse = new BlockReuse(UNLIMITED);
      IntSupplier trace = uniform(k == 0 ? 800 : 11_000, 7);
      int accesses = 50_000 + k;
      for (int i = 0; i < accesses; i++) {
        reuse.access(trace.getAsInt(), BLOCK_BYTES, CAPACITY_BYTES, 0, 1, () -> 0);
      }
      counts[k] = reuse.counts(accesses, 0);
    }
    MissRatioCurve curve = counts[1].since(counts[0], 10);
    assertThat(curve.lookupsPerSecond())
        .isEqualTo(counts[1].since(BlockReuse.Counts.NONE, 10).lookupsPerSecond())
        .isBetween(4_500.0, 5_500.0);
  }

  @Test
  void aCurveIsOfItsWindowOnly() {
    BlockReuse reuse = new BlockReuse(UNLIMITED);
    long[] accesses = {0};
    BlockReuse.Counts before = BlockReuse.Counts.NONE;
    for (int blocks : new int[] {11_000, 800}) {
      before = reuse.counts(accesses[0], 0);
      IntSupplier trace = uniform(blocks, blocks);
      for (int i = 0; i < 100_000; i++) {
        accesses[0]++;
        reuse.access(trace.getAsInt(), BLOCK_BYTES, CAPACITY_BYTES, 0, 1, () -> accesses[0]);
      }
    }
    MissRatioCurve curve = reuse.counts(accesses[0], 0).since(before, 10);
    assertThat(curve.lookupsPerSecond()).isBetween(9_000.0, 11_000.0);
    assertThat(curve.missRatio(0.1)).isLessThan(0.05);
  }

  @Test
  void followsNoMoreAccessesThanItsPace() {
    long[] nanos = {0};
    long[] position = {0};
    MiniatureCaches caches = new MiniatureCaches(new SamplingPace(() -> nanos[0], () -> 2));
    Random random = new Random(1);
    Runnable second =
        () -> {
          for (int i = 0; i < 1_000_000; i++) {
            nanos[0] += 1_000;
            position[0]++;
            long mixed = MixedHash.of(random.nextInt(10_000));
            if (caches.samples(mixed)) {
              caches.access(mixed, BLOCK_BYTES, CAPACITY_BYTES, 0, position[0], 1);
            }
          }
        };
    second.run();
    long before = caches.samples();
    second.run();
    assertThat(caches.samples() - before)
        .isBetween(SamplingPace.MAX_PER_SECOND / 32L, SamplingPace.MAX_PER_SECOND / 2L);
  }
}
