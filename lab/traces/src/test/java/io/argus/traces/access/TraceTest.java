package io.argus.traces.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.generator.ScrambledZipfianGenerator;

class TraceTest {
  private static final int BLOCKS = 200;
  private static final int ACCESSES = 20_000;
  private static final TableLayout TABLE = new TableLayout(BLOCKS);

  private static Trace draw(AccessPattern pattern, long seed) {
    return Trace.draw(pattern, TABLE, ACCESSES, seed);
  }

  private static int[] blocks(Trace trace) {
    return IntStream.range(0, trace.length()).map(trace::block).toArray();
  }

  /** The part of a trace's accesses to each block, from one index to another. */
  private static double[] parts(Trace trace, int from, int to) {
    double[] parts = new double[trace.blocks()];
    IntStream.range(from, to).forEach(i -> parts[trace.block(i)] += 1.0 / (to - from));
    return parts;
  }

  private static double sumOfGreatest(double[] parts, int n) {
    return Arrays.stream(parts).sorted().skip(parts.length - n).sum();
  }

  @ParameterizedTest
  @EnumSource
  void theSeedDecidesEverything(AccessPattern pattern) {
    Trace trace = draw(pattern, 1);

    assertThat(blocks(trace)).hasSize(ACCESSES).isEqualTo(blocks(draw(pattern, 1)));
    assertThat(blocks(trace)).isNotEqualTo(blocks(draw(pattern, 2)));
    assertThat(trace.mostPopular(BLOCKS)).isEqualTo(draw(pattern, 1).mostPopular(BLOCKS));
    assertThat(IntStream.of(blocks(trace))).allMatch(block -> block >= 0 && block < trace.blocks());
  }

  @ParameterizedTest
  @EnumSource
  void popularitiesAreKnownWhereTheyStay(AccessPattern pattern) {
    assertThat(draw(pattern, 1).mostPopular(10)).hasSize(pattern.stationary() ? 10 : 0);
  }

  @Test
  void uniformHasNoFavourites() {
    double[] parts = parts(draw(AccessPattern.UNIFORM, 1), 0, ACCESSES);
    assertThat(sumOfGreatest(parts, BLOCKS / 2)).isBetween(0.5, 0.57);
  }

  @Test
  void hotIsSteeperThanZipfianOverAllRows() {
    double hot = sumOfGreatest(parts(draw(AccessPattern.HOT, 1), 0, ACCESSES), BLOCKS / 5);
    double all = sumOfGreatest(parts(draw(AccessPattern.ZIPFIAN, 1), 0, ACCESSES), BLOCKS / 5);
    assertThat(all).isBetween(0.3, 0.4);
    assertThat(hot).isGreaterThan(all + 0.1);
  }

  @Test
  void hotRowsAreThoseOfYcsb() {
    int rows = 100;
    int draws = 200_000;
    ScrambledZipfianGenerator ycsb = new ScrambledZipfianGenerator(rows);
    HotRows own = new HotRows(rows, new SplittableRandom(1));
    double[] difference = new double[rows];
    for (int i = 0; i < draws; i++) {
      difference[ycsb.nextValue().intValue()] += 1.0 / draws;
      difference[own.next()] -= 1.0 / draws;
    }
    assertThat(DoubleStream.of(difference))
        .allSatisfy(each -> assertThat(each).isCloseTo(0, within(0.005)));
  }

  @Test
  void hotspotReadsAFifthOfTheBlocksInFourOfFiveOperations() {
    double[] parts = parts(draw(AccessPattern.HOTSPOT, 1), 0, ACCESSES);
    double hot = Arrays.stream(parts, 0, BLOCKS / 5).sum();
    assertThat(hot).isCloseTo(0.8, within(0.01));
  }

  @Test
  void theLoopReadsEveryBlockInItsTurn() {
    int[] blocks = blocks(draw(AccessPattern.LOOP, 1));
    for (int i = 1; i < ACCESSES; i++) {
      assertThat(blocks[i]).isEqualTo((blocks[i - 1] + 1) % BLOCKS);
    }
  }

  @Test
  void aboutHalfOfTheBlocksBesideScansAreScanned() {
    int[] blocks = blocks(draw(AccessPattern.SCANS, 1));
    long consecutive =
        IntStream.range(1, ACCESSES).filter(i -> blocks[i] == (blocks[i - 1] + 1) % BLOCKS).count();
    // A scan of 20 blocks has 19 such pairs; there is one for each 19 gets.
    assertThat((double) consecutive / ACCESSES).isCloseTo(19.0 / 39, within(0.03));
  }

  @Test
  void theLatestBlockIsTheHottestWhileTheTableGrows() {
    Trace trace = draw(AccessPattern.LATEST, 1);
    int grown = (int) (ACCESSES * 0.05 / 0.95) / TableLayout.ROWS_PER_BLOCK;
    double[] first = parts(trace, 0, 1000);
    double[] last = parts(trace, ACCESSES - 1000, ACCESSES);

    assertThat(trace.blocks()).isBetween(BLOCKS + grown - 2, BLOCKS + grown + 2);
    assertThat(sum(first, BLOCKS - 1, BLOCKS + 2)).isGreaterThan(0.4);
    assertThat(sum(last, trace.blocks() - 3, trace.blocks())).isGreaterThan(0.4);
    assertThat(sum(last, BLOCKS - 1, BLOCKS + 2)).isLessThan(0.2);
  }

  private static double sum(double[] parts, int from, int to) {
    return Arrays.stream(parts, from, Math.min(to, parts.length)).sum();
  }

  @Test
  void aMoveChangesWhichBlocksAreHotAndNotHowHotTheyAre() {
    Trace trace = draw(AccessPattern.MOVED, 1);
    assertThat(trace.phase()).isEqualTo(20 * BLOCKS);
    double[] phase = parts(trace, 0, 20 * BLOCKS);
    double[] next = parts(trace, 20 * BLOCKS, 40 * BLOCKS);
    int[] hottest =
        IntStream.range(0, BLOCKS)
            .boxed()
            .sorted((a, b) -> Double.compare(phase[b], phase[a]))
            .mapToInt(Integer::intValue)
            .limit(10)
            .toArray();

    double before = Arrays.stream(hottest).mapToDouble(block -> phase[block]).sum();
    double after = Arrays.stream(hottest).mapToDouble(block -> next[block]).sum();
    assertThat(sumOfGreatest(next, 10)).isCloseTo(before, within(0.06));
    assertThat(after).isLessThan(0.7 * before);
  }

  @Test
  void namesAreRead() {
    assertThat(AccessPattern.named("Hot")).isEqualTo(AccessPattern.HOT);
    assertThatThrownBy(() -> AccessPattern.named("warm"))
        .hasMessage(
            "trace is warm; choose uniform, zipfian, hot, latest, hotspot, loop, scans, moved");
    assertThatThrownBy(() -> Trace.draw(AccessPattern.LOOP, TABLE, 99, 1))
        .hasMessage("accesses is 99; must be at least 100");
  }
}
