package io.argus.regionserver.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.usage.MissRatioCurve;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The predicted misses of a tenant that gets rows, whichever blocks its curve happens to follow. A
 * get looks up one of 4 index blocks, one of 8 bloom blocks and one of 10,000 data blocks.
 */
@Tag("long")
class IndexBlocksTest {
  private static final SamplingPace UNLIMITED = new SamplingPace(() -> 0, () -> 0);
  private static final int BLOCK_BYTES = 66_000;
  private static final int DATA_BLOCKS = 10_000;
  private static final int INDEX_BLOCKS = 4;
  private static final int BLOOM_BLOCKS = 8;
  private static final int GETS = 300_000;

  /** Blocks that the whole cache holds; the tenant has half of it. */
  private static final int CAPACITY_BLOCKS = 6_000;

  private static final long CAPACITY_BYTES = (long) CAPACITY_BLOCKS * BLOCK_BYTES;
  private static final double SHARE = 0.5;
  private static final int SEEDS = 20;
  private static final int SEEDS_WITHOUT_INDEX_IN_THE_SAMPLE = 10;

  private final Random random = new Random(1);

  /** Misses per get with these parts of the cache, as simulated. */
  private double[] simulated(int[] gets, double... shares) {
    double[] misses = new double[shares.length];
    for (int i = 0; i < shares.length; i++) {
      FullCache cache = new FullCache((int) (shares[i] * CAPACITY_BLOCKS));
      for (int block : gets) {
        cache.access(hash(DATA_BLOCKS + random.nextInt(INDEX_BLOCKS), 0));
        cache.access(hash(DATA_BLOCKS + INDEX_BLOCKS + random.nextInt(BLOOM_BLOCKS), 0));
        cache.access(hash(block, 0));
      }
      misses[i] = 3 * cache.missRatio();
    }
    return misses;
  }

  private static int hash(int block, int seed) {
    return (block + seed * 1_000_003) * 65_537;
  }

  private static ResourceBoundFunction predicted(int[] gets, int seed, double missesPerGet) {
    BlockReuse reuse = new BlockReuse(UNLIMITED);
    long indexBytes = (long) (INDEX_BLOCKS + BLOOM_BLOCKS) * BLOCK_BYTES;
    long[] accesses = {0};
    for (int block : gets) {
      accesses[0] += 3;
      reuse.accessIndex(true);
      reuse.accessIndex(true);
      reuse.access(
          hash(block, seed), BLOCK_BYTES, CAPACITY_BYTES, indexBytes, 1, () -> accesses[0]);
    }
    MissRatioCurve curve =
        reuse
            .counts(accesses[0], (double) indexBytes / CAPACITY_BYTES)
            .since(BlockReuse.Counts.NONE, GETS / 1_000.0);
    return ResourceBoundFunction.builder()
        .otherLimit(1e9)
        .capacity(CAPACITY_BYTES, 1e9)
        .hdfsBytes(BLOCK_BYTES, 0)
        .misses(3, missesPerGet, SHARE * CAPACITY_BYTES)
        .missRatioCurve(curve)
        .build();
  }

  /** Seeds of which in so many no index or bloom block would be among the followed ones. */
  private static List<Integer> seeds() {
    List<Integer> seeds = new ArrayList<>();
    int without = 0;
    for (int seed = 1; seeds.size() < SEEDS; seed++) {
      boolean followed = false;
      for (int i = 0; i < INDEX_BLOCKS + BLOOM_BLOCKS; i++) {
        followed |= MixedHash.of(hash(DATA_BLOCKS + i, seed)) >>> 60 == 0;
      }
      boolean enough = without >= SEEDS_WITHOUT_INDEX_IN_THE_SAMPLE;
      if (followed || !enough) {
        seeds.add(seed);
        without += followed ? 0 : 1;
      }
    }
    return seeds;
  }

  private void assertPredicted(String name, int[] gets) {
    double[] truth = simulated(gets, SHARE / 2, SHARE, 1);
    double worst = 0;
    double worstBelow = 0;
    for (int seed : seeds()) {
      ResourceBoundFunction function = predicted(gets, seed, truth[1]);
      double error = (function.missesPerOperation(1) - truth[2]) / truth[1];
      double below = function.missesPerOperation(SHARE / 2) - truth[0];
      assertThat(Math.abs(error)).as("%s, seed %d", name, seed).isLessThan(.05);
      assertThat(Math.abs(below)).as("%s, seed %d, less cache", name, seed).isLessThan(.1);
      worst = Math.max(worst, Math.abs(error));
      worstBelow = Math.max(worstBelow, Math.abs(below));
    }
    System.out.printf(
        "%s: the whole cache leaves %.2f of the misses, error at worst %.3f; half of the share has"
            + " %.2f misses per get, error at worst %.3f%n",
        name, truth[2] / truth[1], worst, truth[0], worstBelow);
  }

  @Test
  void zipfianRows() {
    assertPredicted("zipfian rows", new Traces(3).zipfian(GETS));
  }

  @Test
  void uniformRows() {
    assertPredicted("uniform", random.ints(GETS, 0, DATA_BLOCKS).toArray());
  }

  @Test
  void aHotspot() {
    assertPredicted("hotspot", new Traces(3).hotspot(GETS));
  }

  @Test
  void theLatestRows() {
    assertPredicted("latest", new Traces(3).latest(GETS));
  }
}
