package io.argus.traces.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.argus.traces.access.AccessPattern;
import io.argus.traces.access.GivenTrace;
import io.argus.traces.access.TableLayout;
import io.argus.traces.access.Trace;
import io.argus.traces.policy.TracedSystem.Kind;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class TracedSystemTest {
  private static final int CACHE = 200;
  private static final TableLayout TABLE = new TableLayout(500);
  private static final Trace HOT = Trace.draw(AccessPattern.HOT, TABLE, 20_000, 1);

  static Stream<TracedSystem> realCaches() {
    return TracedSystem.all().stream()
        .filter(system -> system.kind() == Kind.ARGUS || system.kind() == Kind.HBASE);
  }

  static Stream<TracedSystem> caches() {
    return TracedSystem.all().stream()
        .filter(system -> system.kind() == Kind.CANDIDATE || system.policy() instanceof RealCache);
  }

  private static TracedCache cache(TracedSystem system, int blocks) {
    return ((RealCache) system.policy()).maker().apply((long) blocks * EmptyBlock.BYTES);
  }

  @ParameterizedTest
  @MethodSource("realCaches")
  void aCacheHitsWhatItHoldsAndNothingElse(TracedSystem system) {
    try (TracedCache cache = cache(system, CACHE)) {
      for (int block = 0; block < CACHE / 2; block++) {
        assertThat(cache.access(RealCache.key(block))).isFalse();
      }
      for (int block = 0; block < CACHE / 2; block++) {
        assertThat(cache.access(RealCache.key(block))).isTrue();
      }
      assertThat(cache.access(RealCache.key(CACHE))).isFalse();
    }
  }

  @ParameterizedTest
  @MethodSource("realCaches")
  void aCacheIsFullAndNeverMore(TracedSystem system) {
    long capacity = (long) CACHE * EmptyBlock.BYTES;
    try (TracedCache cache = cache(system, CACHE)) {
      for (int i = 0; i < HOT.length(); i++) {
        cache.access(RealCache.key(HOT.block(i)));
        assertThat(cache.usedBytes()).isLessThanOrEqualTo(capacity);
      }
      // HBase's LRU evicts down to 95 %.
      assertThat(cache.usedBytes()).isGreaterThan((long) (capacity * 0.94));
    }
  }

  @ParameterizedTest
  @MethodSource("caches")
  void hitsRepeatAndStayBelowTheOptimum(TracedSystem system) {
    int optimum = TracedSystem.named("belady").hits(HOT, CACHE).cardinality();
    int hits = system.hits(HOT, CACHE).cardinality();

    assertThat(hits).isBetween(HOT.length() / 3, optimum);
    double tolerance = system.name().equals("TinyLFU") ? 0.01 * hits : 0.1;
    assertThat((double) system.hits(HOT, CACHE).cardinality()).isCloseTo(hits, within(tolerance));
  }

  @ParameterizedTest
  @MethodSource("caches")
  void aCacheForAllBlocksMissesEachOnce(TracedSystem system) {
    int[] loop = IntStream.range(0, 1000).map(i -> i % 100).toArray();
    assertThat(system.hits(GivenTrace.of(loop), 120).cardinality()).isEqualTo(900);
  }

  /** Not so right after a change of what is popular. */
  @Tag("long")
  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MOVED")
  void noCandidateHitsMoreOftenThanArgus(AccessPattern pattern) {
    Trace trace = Trace.draw(pattern, new TableLayout(5_000), 1_000_000, 1);
    for (int cacheBlocks : new int[] {250, 500, 1_000, 1_550, 2_500, 4_000}) {
      double argus = secondHalf(TracedSystem.named("argus"), trace, cacheBlocks);
      TracedSystem.all().stream()
          .filter(system -> system.kind() == Kind.CANDIDATE)
          .forEach(
              candidate ->
                  assertThat(argus)
                      .as("beside %s, cache of %d blocks", candidate.name(), cacheBlocks)
                      .isGreaterThan(secondHalf(candidate, trace, cacheBlocks) - 0.01));
    }
  }

  private static double secondHalf(TracedSystem system, Trace trace, int cacheBlocks) {
    int half = trace.length() / 2;
    return (double) system.hits(trace, cacheBlocks).get(half, trace.length()).cardinality() / half;
  }

  @Test
  void theRivalsAreHBasesThreePolicies() {
    assertThat(TracedSystem.all())
        .filteredOn(system -> system.kind() == Kind.HBASE)
        .extracting(TracedSystem::name)
        .containsExactly("LRU", "TinyLFU", "AdaptiveLRU");
  }

  @Test
  void theStaticOptimumHoldsTheMostPopularBlocks() {
    TracedSystem optimum = TracedSystem.named("static");
    Trace hotspot = Trace.draw(AccessPattern.HOTSPOT, TABLE, 20_000, 1);
    Trace latest = Trace.draw(AccessPattern.LATEST, TABLE, 1000, 1);

    // A fifth of the blocks gets .8 of the accesses, the others the rest.
    assertThat(optimum.hits(hotspot, 100).cardinality() / 20_000.0).isCloseTo(0.8, within(0.02));
    assertThat(optimum.hits(hotspot, 300).cardinality() / 20_000.0).isCloseTo(0.9, within(0.02));
    assertThat(List.of(optimum.appliesTo(hotspot), optimum.appliesTo(latest)))
        .containsExactly(true, false);
  }

  @Test
  void namesAreRead() {
    assertThat(TracedSystem.named("tinylfu").name()).isEqualTo("TinyLFU");
    assertThatThrownBy(() -> TracedSystem.named("ARC"))
        .hasMessage("system is ARC; choose " + TracedSystem.names());
  }
}
