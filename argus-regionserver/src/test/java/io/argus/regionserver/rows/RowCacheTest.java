package io.argus.regionserver.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.regionserver.cache.BlockReferences;
import io.argus.regionserver.cache.PartitionedCache;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RowCacheTest {
  private static final long CAPACITY = 100_000;
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  /** A block of as many bytes as its number. */
  private static final class Blocks implements BlockReferences<Integer, Integer> {
    @Override
    public boolean retain(Integer block) {
      return true;
    }

    @Override
    public void release(Integer block) {}

    @Override
    public long heapBytes(Integer key, Integer block) {
      return block;
    }
  }

  private record Value(String text, long heapBytes) implements RowCache.Row {}

  private final PartitionedCache<Integer, Integer> blocks =
      new PartitionedCache<>(CAPACITY, new Blocks());
  private final RowCache rows = new RowCache(blocks, 0.5, 0.5, () -> 0);
  private final RowCache.Region region = rows.open("region", ALICE, true);

  @BeforeEach
  void givesHalfToEach() {
    Plan plan = Plan.equal(1, 0, List.of(ALICE, BOB));
    rows.apply(plan);
    blocks.apply(plan);
  }

  private static byte[] key(Object row) {
    return row.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void keep(Object row, String text, long bytes) {
    long stamp = region.stamp(key(row), 0);
    region.fill(key(row), stamp, new Value(text, bytes), (one, other) -> other, 1);
  }

  private boolean isKept(Object row, String text) {
    return region.answer(key(row), kept -> ((Value) kept).text().equals(text));
  }

  private RowCache.Figures figures() {
    return rows.figures().stream().filter(each -> each.tenant().equals(ALICE)).findFirst().get();
  }

  @Test
  void aRowAnswersUntilItIsWritten() {
    keep("r", "old", 100);
    assertThat(isKept("r", "old")).isTrue();
    int begun = region.begin(key("r"));
    assertThat(isKept("r", "old")).isFalse();
    keep("r", "old", 100);
    assertThat(isKept("r", "old")).as("while it is written").isFalse();
    region.end(begun, 0);
    keep("r", "new", 100);
    assertThat(isKept("r", "new")).isTrue();
    assertThat(figures().hits()).isEqualTo(2);
    assertThat(figures().misses()).isEqualTo(3);
    assertThat(figures().refused()).isEqualTo(1);
  }

  @Test
  void whatWasReadBeforeAWriteIsNotKept() {
    long stamp = region.stamp(key("r"), 0);
    region.end(region.begin(key("r")), 0);
    region.fill(key("r"), stamp, new Value("old", 100), (one, other) -> other, 1);
    assertThat(isKept("r", "old")).isFalse();
  }

  @Test
  void afterAFailedWriteTheReadPointHasToPassIt() {
    region.end(region.begin(key("r")), 7);
    assertThat(region.stamp(key("r"), 6)).isEqualTo(RowStamps.NONE);
    assertThat(region.stamp(key("r"), 7)).isNotEqualTo(RowStamps.NONE);
  }

  @Test
  void rowsTakeAtMostTheirPartOfTheShareAndBlocksGiveItUp() {
    for (int block = 0; block < 100; block++) {
      blocks.put(block, 1_000, ALICE, "file", false);
      blocks.put(1_000 + block, 1_000, BOB, "other", false);
    }
    long bobs = blocks.usedBytes(BOB);
    for (int row = 0; row < 1_000; row++) {
      keep(row, "v", 1_000);
    }
    assertThat(figures().bytes()).isBetween(20_000L, 25_000L);
    assertThat(blocks.usedBytes()).isLessThanOrEqualTo(CAPACITY);
    assertThat(blocks.usedBytes(ALICE)).as("blocks and rows").isBetween(45_000L, 50_000L);
    assertThat(blocks.usedBytes(BOB)).as("its neighbour").isEqualTo(bobs);
    region.close();
    assertThat(figures().bytes()).isZero();
    assertThat(blocks.usedBytes(ALICE)).as("blocks").isLessThanOrEqualTo(30_000);
  }

  @Test
  void aSmallerShareMakesRowsGo() {
    for (int row = 0; row < 1_000; row++) {
      keep(row, "v", 1_000);
    }
    Plan plan = Plan.equal(2, 0, List.of(BOB));
    rows.apply(plan);
    blocks.apply(plan);
    assertThat(figures().bytes()).isZero();
    assertThat(blocks.usedBytes()).isZero();
  }

  @Test
  void aRowAboveTheLimitIsNotKept() {
    rows.configure(true, 1_000);
    keep("r", "v", 1_001);
    keep("s", "v", 1_000);
    assertThat(isKept("r", "v")).isFalse();
    assertThat(isKept("s", "v")).isTrue();
  }

  @Test
  void aChangeOfTheRegionRemovesAllOfItsRows() {
    RowCache.Region other = rows.open("other", ALICE, true);
    long stamp = other.stamp(key("r"), 0);
    other.fill(key("r"), stamp, new Value("v", 100), (one, another) -> another, 1);
    keep("r", "v", 100);
    long before = region.stamp(key("s"), 0);
    region.beginAll();
    region.endAll();
    region.fill(key("s"), before, new Value("v", 100), (one, another) -> another, 1);
    assertThat(isKept("r", "v")).isFalse();
    assertThat(isKept("s", "v")).isFalse();
    assertThat(other.answer(key("r"), kept -> true)).isTrue();
  }

  @Test
  void aClosedRegionKeepsNothingUntilItIsOpenedAgain() {
    keep("r", "v", 100);
    region.close();
    keep("r", "v", 100);
    assertThat(isKept("r", "v")).isFalse();
    assertThat(rows.open("region", ALICE, true)).as("not closed yet").isSameAs(region);
    region.forget();
    RowCache.Region again = rows.open("region", ALICE, true);
    assertThat(again.answer(key("r"), kept -> true)).isFalse();
    again.fill(
        key("r"), again.stamp(key("r"), 0), new Value("v", 100), (one, another) -> another, 1);
    assertThat(again.answer(key("r"), kept -> true)).isTrue();
  }

  @Test
  void switchedOffNothingIsKept() {
    keep("r", "v", 100);
    rows.configure(false, 1_000);
    assertThat(isKept("r", "v")).isFalse();
    assertThat(figures().bytes()).isZero();
    rows.configure(true, 1_000);
    assertThat(isKept("r", "v")).isFalse();
  }

  @Test
  void whatIsKnownOfARowIsMerged() {
    keep("r", "a", 100);
    region.fill(
        key("r"),
        region.stamp(key("r"), 0),
        new Value("b", 100),
        (one, other) -> new Value(((Value) one).text() + ((Value) other).text(), 200),
        1);
    assertThat(isKept("r", "ab")).isTrue();
  }
}
