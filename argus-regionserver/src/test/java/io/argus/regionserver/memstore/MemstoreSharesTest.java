package io.argus.regionserver.memstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.regionserver.memstore.MemstoreShares.Decision;
import io.argus.regionserver.memstore.MemstoreShares.Region;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MemstoreSharesTest {
  private static final long MARK = 1_000;
  private static final TenantId A = TenantId.of("a");
  private static final TenantId B = TenantId.of("b");
  private static final TenantId C = TenantId.of("c");

  private final MemstoreShares<String> shares = new MemstoreShares<>();
  private final Map<String, Long> bytes = new HashMap<>();
  private final Map<TenantId, Double> weights = new HashMap<>();
  private long now;

  /** Named by tenant and number, such as "a1"; of "-" if it is a system table's. */
  private void holds(String region, long heldBytes) {
    bytes.put(region, heldBytes);
  }

  private Decision<String> look() {
    List<Region<String>> regions = new ArrayList<>();
    long total = 0;
    for (Map.Entry<String, Long> each : bytes.entrySet()) {
      String tenant = each.getKey().substring(0, 1);
      regions.add(
          new Region<>(
              tenant.equals("-") ? null : TenantId.of(tenant), each.getKey(), each.getValue()));
      total += each.getValue();
    }
    now += MemstoreShares.LOOK_NANOS;
    return shares.look(
        regions, (double) total / MARK, tenant -> weights.getOrDefault(tenant, 1.0), now);
  }

  /** The second of two looks between which nothing has grown. */
  private Decision<String> lookAgain() {
    look();
    return look();
  }

  @Test
  void belowTheThresholdsNobodyIsHeldBackOrFlushed() {
    holds("a1", 600);
    holds("b1", 149);
    Decision<String> decision = lookAgain();

    assertThat(decision.held).isEmpty();
    assertThat(decision.flushes).isEmpty();
  }

  @Test
  void firstTheLargestRegionOfWhoIsBeyondItsPartIsFlushed() {
    holds("a1", 200);
    holds("a2", 450);
    holds("b1", 100);
    holds("c1", 50);
    Decision<String> decision = lookAgain();

    assertThat(decision.flushes).containsExactly("a2");
    assertThat(decision.held).isEmpty();
  }

  @Test
  void thenItsWritesWaitAndThoseOfOthersDoNot() {
    holds("a1", 500);
    holds("b1", 300);
    holds("c1", 60);
    Decision<String> decision = lookAgain();

    assertThat(decision.held).containsExactly(A);
    holds("b1", 400);
    assertThat(lookAgain().held).containsExactlyInAnyOrder(A, B);
    holds("a1", 300);
    holds("b1", 300);
    assertThat(lookAgain().held).isEmpty();
  }

  @Test
  void aTenantWhoAloneWritesMayUseEverything() {
    holds("a1", 990);
    assertThat(lookAgain().held).isEmpty();
    assertThat(look().flushes).isEmpty();
    holds("b1", 1); // somebody else comes
    assertThat(look().held).containsExactly(A);
    assertThat(look().flushes).containsExactly("a1");
  }

  @Test
  void whoHasNotWrittenForTenSecondsIsNobodyToWaitFor() {
    holds("a1", 800);
    holds("b1", 100);
    look();
    long wroteNanos = now;
    while (now < wroteNanos + TimeUnit.SECONDS.toNanos(10) - MemstoreShares.LOOK_NANOS) {
      assertThat(look().held).containsExactly(A);
    }
    assertThat(look().held).isEmpty();
    holds("b1", 101);
    assertThat(look().held).containsExactly(A);
  }

  /** What a has too much is not flushed yet: b must not fill its part at once. */
  @Test
  void theMoreIsFullTheLessIsDividedButNeverLessThanAnEighth() {
    holds("a1", 600);
    holds("b1", 200);
    holds("c1", 34);
    look();
    for (long ofB = 200; !look().held.contains(B); ofB++) {
      holds("b1", ofB);
    }
    assertThat(bytes.get("b1")).isLessThan(280);
    holds("b1", 400); // as if nobody had been held back
    assertThat(lookAgain().held).containsExactlyInAnyOrder(A, B);
    holds("c1", 36); // an eighth of a third of 850 is 35.4
    assertThat(lookAgain().held).containsExactlyInAnyOrder(A, B, C);
  }

  @ParameterizedTest
  @CsvSource({"3, 1, 637.5, 212.5", "1, 1, 425, 425", "0.001, 1, 0.849, 849.15"})
  void sharesAreInProportionToWeights(double ofA, double ofB, double partA, double partB) {
    weights.put(A, ofA);
    weights.put(B, ofB);
    holds("a1", 430);
    holds("b1", 430);
    Decision<String> decision = lookAgain();

    Map<TenantId, Double> parts = new HashMap<>();
    decision.holdings.forEach(each -> parts.put(each.tenant, each.shareBytes()));
    assertThat(parts.get(A)).isCloseTo(partA, within(0.1));
    assertThat(parts.get(B)).isCloseTo(partB, within(0.1));
    assertThat(decision.held.contains(A)).isEqualTo(430 > partA);
    assertThat(decision.held.contains(B)).isEqualTo(430 > partB);
  }

  @Test
  void systemTablesAreNobodysAndTakeFromWhatIsDivided() {
    holds("-1", 100);
    holds("a1", 420);
    holds("b1", 340);
    Decision<String> decision = lookAgain();

    assertThat(decision.held).containsExactly(A);
    assertThat(decision.flushes).containsExactlyInAnyOrder("a1", "b1"); // 325 for each
  }

  /** Writers as fast as they are held back late: a third one is never beyond its part. */
  @Test
  void memstoresStayBelowTheLimitBesideFastWriters() {
    double limit = MARK / 0.95;
    double most = 0;
    Map<String, Integer> flushing = new HashMap<>();
    for (String region : List.of("a1", "a2", "b1", "c1")) {
      holds(region, 0);
    }
    for (int i = 0; i < 2_000; i++) {
      Decision<String> decision = look();
      assertThat(decision.held).doesNotContain(C);
      decision.flushes.forEach(region -> flushing.putIfAbsent(region, 20));
      grow(decision, "a1", 8);
      grow(decision, "a2", 5);
      grow(decision, "b1", 12);
      grow(decision, "c1", i % 20 == 0 ? 1 : 0);
      flushing.replaceAll((region, looks) -> looks - 1);
      List.copyOf(flushing.keySet()).stream()
          .filter(region -> flushing.get(region) == 0)
          .forEach(
              region -> {
                holds(region, 0);
                flushing.remove(region);
              });
      most = Math.max(most, bytes.values().stream().mapToLong(Long::longValue).sum());
      if (total() >= MARK) { // HBase's own flush
        flushing.putIfAbsent(largest().orElseThrow(), 20);
      }
    }
    assertThat(most).isGreaterThan(700).isLessThan(limit);
  }

  private void grow(Decision<String> decision, String region, long more) {
    if (!decision.held.contains(TenantId.of(region.substring(0, 1)))) {
      bytes.merge(region, more, Long::sum);
    }
  }

  private long total() {
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }

  private Optional<String> largest() {
    return bytes.keySet().stream().max(Comparator.comparing(bytes::get));
  }
}
