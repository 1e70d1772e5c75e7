package io.argus.traces.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.traces.access.GivenTrace;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BeladyTest {
  private static BitSet hits(int cacheBlocks, int... accesses) {
    return new Belady().hits(GivenTrace.of(accesses), cacheBlocks);
  }

  @Test
  void theBlockThatIsNeededLastGoes() {
    // Three blocks; 2 is refused at index 2, because 0 and 1 come before it.
    assertThat(hits(2, 0, 1, 2, 0, 1, 2, 0)).isEqualTo(BitSet.valueOf(new long[] {0b1011000}));
  }

  @Test
  void aLoopHitsThePartThatTheCacheHolds() {
    int[] loop = IntStream.range(0, 1000).map(i -> i % 10).toArray();
    assertThat(hits(5, loop).cardinality()).isBetween(480, 500);
    assertThat(hits(10, loop).cardinality()).isEqualTo(990);
  }

  @Test
  void aCacheOfOneBlockHitsRepetitions() {
    assertThat(hits(1, 3, 3, 3, 4, 3).cardinality()).isEqualTo(3);
  }

  @Test
  void noChoiceOfBlocksHasMoreHits() {
    SplittableRandom random = new SplittableRandom(5);
    for (int i = 0; i < 300; i++) {
      int blocks = 2 + random.nextInt(4);
      int cacheBlocks = 1 + random.nextInt(blocks);
      int[] accesses = random.ints(12, 0, blocks).toArray();
      assertThat(hits(cacheBlocks, accesses).cardinality())
          .as("trace %s, cache %s", accesses, cacheBlocks)
          .isEqualTo(most(accesses, cacheBlocks));
    }
  }

  /** The most hits of all ways to keep, evict and refuse blocks; a set of blocks is a bit mask. */
  private static int most(int[] accesses, int cacheBlocks) {
    Map<Integer, Integer> hitsByCached = Map.of(0, 0);
    for (int block : accesses) {
      Map<Integer, Integer> next = new HashMap<>();
      hitsByCached.forEach(
          (cached, hits) -> {
            int bit = 1 << block;
            int now = hits + ((cached & bit) == 0 ? 0 : 1);
            int offered = cached | bit;
            for (int kept = offered; kept > 0; kept = (kept - 1) & offered) {
              if (Integer.bitCount(kept) <= cacheBlocks) {
                next.merge(kept, now, Math::max);
              }
            }
            next.merge(0, now, Math::max);
          });
      hitsByCached = next;
    }
    return hitsByCached.values().stream().mapToInt(Integer::intValue).max().orElse(0);
  }
}
