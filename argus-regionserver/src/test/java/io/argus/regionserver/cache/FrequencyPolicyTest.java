package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The hit ratio of the replacement policy on traces, printed, and what it must reach. */
@Tag("long")
class FrequencyPolicyTest {
  private static final double[] SHARES = {0.05, 0.1, 0.2, 0.31, 0.5, 0.8};
  private static final int LENGTH = 1_500_000;

  /** A change shows later when the cache holds few of the blocks. */
  private static final double SMALL_CACHE_LAG = 0.06;

  private static double[] hitRatios(int[] trace) {
    double[] ratios = new double[SHARES.length];
    for (int k = 0; k < SHARES.length; k++) {
      TraceCache cache = new TraceCache(SHARES[k]);
      cache.hitRatio(trace, 0, trace.length / 2);
      ratios[k] = cache.hitRatio(trace, trace.length / 2, trace.length);
    }
    return ratios;
  }

  private static void print(String what, double[] ratios) {
    StringBuilder line = new StringBuilder(String.format("zipfian, %-9s", what));
    for (double ratio : ratios) {
      line.append(String.format(" %.3f", ratio));
    }
    System.out.println(line);
  }

  /** The hit ratio with the most popular blocks pinned, by the counts of a longer trace. */
  private static double[] pinned() {
    int[] counts = new int[Traces.BLOCKS];
    int[] trace = new Traces(99).zipfian(6_000_000);
    for (int block : trace) {
      counts[block]++;
    }
    Arrays.sort(counts);
    double[] ratios = new double[SHARES.length];
    for (int k = 0; k < SHARES.length; k++) {
      int from = Traces.BLOCKS - (int) (SHARES[k] * Traces.BLOCKS);
      ratios[k] = Arrays.stream(counts, from, counts.length).sum() / (double) trace.length;
    }
    return ratios;
  }

  @Test
  void frequencyIsNearTheStaticOptimum() {
    double[] pinned = pinned();
    print("pinned", pinned);
    double[] frequency = hitRatios(new Traces(1).zipfian(LENGTH));
    print("frequency", frequency);
    for (int k = 0; k < SHARES.length; k++) {
      assertThat(frequency[k]).as("cache %s", SHARES[k]).isGreaterThan(pinned[k] - 0.03);
    }
  }

  /** As with cache on write: 20 blocks are put for each access, and nobody ever asks for them. */
  @Test
  void blocksThatNobodyHasAskedForHideNoChange() {
    int each = 500_000;
    int[] trace = new Traces(8).moving(3 * each, each);
    TraceCache cache = new TraceCache(0.2);
    int blocks = cache.capacityBlocks();
    for (int i = 0; i < 2 * each; i++) {
      cache.access(trace[i]);
      fill(cache, i);
    }
    double[] hits = new double[2];
    TraceCache fresh = new TraceCache(0.2);
    for (int i = 2 * each; i < 2 * each + 6 * blocks; i++) {
      boolean counts = i >= 2 * each + 3 * blocks;
      hits[0] += cache.access(trace[i]) && counts ? 1.0 / (3 * blocks) : 0;
      hits[1] += fresh.access(trace[i]) && counts ? 1.0 / (3 * blocks) : 0;
      fill(cache, i);
    }
    System.out.printf(
        "moving beside writes: %.3f, empty at the move and without them %.3f%n", hits[0], hits[1]);
    assertThat(hits[0]).isGreaterThan(hits[1] - 0.05);
  }

  private static void fill(TraceCache cache, int access) {
    for (int k = 0; k < 20; k++) {
      cache.fill(Traces.BLOCKS + (20 * access + k) % (3 * Traces.BLOCKS));
    }
  }

  /**
   * A cache that starts empty at the move is the reference: it knows nothing wrong, and 3 accesses
   * per cached block do not tell more about which blocks are popular now.
   */
  @Test
  void frequencyFollowsAHotSetThatMoves() {
    int moves = 6;
    int each = 500_000;
    int[] trace = new Traces(7).moving(each * (moves + 1), each);
    for (double share : SHARES) {
      TraceCache cache = new TraceCache(share);
      int blocks = cache.capacityBlocks();
      double[] sums = new double[4];
      cache.hitRatio(trace, 0, each);
      for (int move = 1; move <= moves; move++) {
        int from = move * each;
        TraceCache fresh = new TraceCache(share);
        fresh.hitRatio(trace, from, from + 3 * blocks);
        sums[0] += fresh.hitRatio(trace, from + 3 * blocks, from + 4 * blocks) / moves;
        cache.hitRatio(trace, from, from + 3 * blocks);
        sums[1] += cache.hitRatio(trace, from + 3 * blocks, from + 4 * blocks) / moves;
        cache.hitRatio(trace, from + 4 * blocks, from + 10 * blocks);
        sums[2] += cache.hitRatio(trace, from + 10 * blocks, from + 11 * blocks) / moves;
        cache.hitRatio(trace, from + 11 * blocks, from + each * 3 / 4);
        sums[3] += cache.hitRatio(trace, from + each * 3 / 4, from + each) / moves;
      }
      System.out.printf(
          "moving, cache %.2f: empty at the move %.3f, after 3 blocks %.3f, after 10 %.3f, later"
              + " %.3f%n",
          share, sums[0], sums[1], sums[2], sums[3]);
      assertThat(sums[1])
          .as("cache %s", share)
          .isGreaterThan(sums[0] - (share < 0.1 ? SMALL_CACHE_LAG : 0.03));
    }
  }
}
