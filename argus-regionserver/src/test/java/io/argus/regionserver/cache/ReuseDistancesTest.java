package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.ReuseCurve;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sampled curve against exact stack distances of the same accesses. */
@Tag("long")
class ReuseDistancesTest {
  private static final int BLOCK_BYTES = 66_000;
  private static final int ACCESSES = 300_000;
  private static final int SEEDS = 3;

  /** Distance between the block numbers of one seed and of the next. */
  private static final int APART = 1_000_003;

  /** Blocks that the whole cache holds. */
  private static final int CAPACITY_BLOCKS = 12_000;

  private static final long CAPACITY_BYTES = (long) CAPACITY_BLOCKS * BLOCK_BYTES;

  /** Exact LRU stack distances, by the number of blocks accessed since. */
  private static final class ExactDistances {
    private final int[] counts = new int[ACCESSES + 2];
    private final Map<Integer, Integer> lastAccess = new HashMap<>();
    private final double[] hits = new double[ReuseCurve.STEPS];
    private double others;
    private int now;

    void access(int block) {
      now++;
      Integer last = lastAccess.put(block, now);
      if (last == null) {
        others++;
      } else {
        int since = prefix(now) - prefix(last);
        int step = ReuseCurve.step((since + 1.0) / CAPACITY_BLOCKS);
        if (step < ReuseCurve.STEPS) {
          hits[step]++;
        } else {
          others++;
        }
        add(last, -1);
      }
      add(now, 1);
    }

    private void add(int place, int difference) {
      for (int i = place; i < counts.length; i += i & -i) {
        counts[i] += difference;
      }
    }

    private int prefix(int place) {
      int sum = 0;
      for (int i = place; i > 0; i -= i & -i) {
        sum += counts[i];
      }
      return sum;
    }

    ReuseCurve curve() {
      return ReuseCurve.of(hits, others, ACCESSES);
    }
  }

  /** Mean absolute error of the miss ratio over all shares of the cache. */
  private static double meanError(IntSupplier trace) {
    BlockReuse reuse = new BlockReuse();
    ExactDistances exact = new ExactDistances();
    long[] accesses = {0};
    for (int i = 0; i < ACCESSES; i++) {
      int block = trace.getAsInt();
      accesses[0]++;
      exact.access(block);
      reuse.access(
          Integer.hashCode(block * 65_537), BLOCK_BYTES, CAPACITY_BYTES, () -> accesses[0]);
    }
    ReuseCurve sampled = reuse.counts(ACCESSES).since(BlockReuse.Counts.NONE, 1);
    assertThat(sampled.samples()).isBetween(100.0, ACCESSES * 0.9);
    assertThat(sampled.lookupsPerSecond()).isGreaterThan(ACCESSES * 0.9);
    double sum = 0;
    for (int share = 1; share <= 100; share++) {
      sum +=
          Math.abs(sampled.missRatio(share / 100.0) - exact.curve().missRatio(share / 100.0)) / 100;
    }
    return sum;
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

  /** The mean over several seeds, because the followed blocks are chosen by chance. */
  private static void assertError(String name, int[] sizes, Trace trace) {
    for (int blocks : sizes) {
      double sum = 0;
      double worst = 0;
      for (int seed = 0; seed < SEEDS; seed++) {
        double error = meanError(trace.of(blocks, seed));
        sum += error / SEEDS;
        worst = Math.max(worst, error);
      }
      System.out.printf(
          "%s over %,d blocks: mean absolute error of the miss ratio %.4f, at worst %.4f%n",
          name, blocks, sum, worst);
      assertThat(sum).as("%s over %d blocks", name, blocks).isLessThan(0.03);
    }
  }

  @Test
  void uniformAccess() {
    assertError("uniform", new int[] {1_200, 11_000, 50_000}, ReuseDistancesTest::uniform);
  }

  @Test
  void zipfianAccess() {
    assertError("zipfian", new int[] {1_500, 9_000, 100_000}, ReuseDistancesTest::zipfian);
  }

  @Test
  void loops() {
    assertError("loop", new int[] {1_200, 7_000, 30_000}, ReuseDistancesTest::loop);
  }

  @Test
  void aHotSetInsideAColdOne() {
    assertError("hot within cold", new int[] {900}, ReuseDistancesTest::hotWithinCold);
  }

  @Test
  void memoryStaysBoundedAndGoneBlocksAreForgotten() {
    ReuseDistances distances = new ReuseDistances();
    long position = 0;
    List<Double> rates = new ArrayList<>();
    for (int i = 0; i < 500_000; i++) {
      long mixed = ReuseDistances.mix(i);
      position++;
      if (distances.samples(mixed)) {
        distances.access(mixed, BLOCK_BYTES, CAPACITY_BYTES, position);
      }
    }
    rates.add(distances.rate());
    assertThat(distances.rate()).isLessThan(2.0 * ReuseDistances.MOST_BLOCKS / 500_000);
    // 60,000 other blocks from now on: the old ones are forgotten, more of the new ones are
    // followed.
    for (int round = 0; round < 3_000_000; round++) {
      long mixed = ReuseDistances.mix(1_000_000 + round % 60_000);
      position += 30;
      if (distances.samples(mixed)) {
        distances.access(mixed, BLOCK_BYTES, CAPACITY_BYTES, position);
      }
    }
    rates.add(distances.rate());
    assertThat(rates.get(1)).isGreaterThan(3 * rates.get(0));
  }

  @Test
  void aPartitionThatTookThePlaceOfAnotherHasACurveOfItsOwn() {
    BlockReuse.Counts[] counts = new BlockReuse.Counts[2];
    for (int k = 0; k < 2; k++) {
      BlockReuse reuse = new BlockReuse();
      IntSupplier trace = uniform(k == 0 ? 800 : 11_000, 7);
      int accesses = 50_000 + k;
      for (int i = 0; i < accesses; i++) {
        reuse.access(trace.getAsInt(), BLOCK_BYTES, CAPACITY_BYTES, () -> 0);
      }
      counts[k] = reuse.counts(accesses);
    }
    ReuseCurve curve = counts[1].since(counts[0], 10);
    assertThat(curve.lookupsPerSecond())
        .isEqualTo(counts[1].since(BlockReuse.Counts.NONE, 10).lookupsPerSecond())
        .isBetween(4_500.0, 5_500.0);
  }

  @Test
  void aCurveIsOfItsWindowOnly() {
    BlockReuse reuse = new BlockReuse();
    long[] accesses = {0};
    BlockReuse.Counts before = BlockReuse.Counts.NONE;
    for (int blocks : new int[] {11_000, 800}) {
      before = reuse.counts(accesses[0]);
      IntSupplier trace = uniform(blocks, blocks);
      for (int i = 0; i < 100_000; i++) {
        accesses[0]++;
        reuse.access(trace.getAsInt(), BLOCK_BYTES, CAPACITY_BYTES, () -> accesses[0]);
      }
    }
    ReuseCurve curve = reuse.counts(accesses[0]).since(before, 10);
    assertThat(curve.lookupsPerSecond()).isBetween(9_000.0, 11_000.0);
    assertThat(curve.missRatio(0.1)).isLessThan(0.05);
  }
}
