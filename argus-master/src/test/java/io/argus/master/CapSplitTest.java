package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapSplitTest {
  private static double sum(Map<String, Double> parts) {
    return parts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  @Test
  void itFollowsDemandAndLeavesNobodyOut() {
    Map<String, Double> wanted = CapSplit.wanted(Map.of("a", 300.0, "b", 100.0, "c", 0.0), 1);

    assertThat(wanted.get("a")).isCloseTo(0.75, within(0.02));
    assertThat(wanted.get("c")).isGreaterThan(0.005);
    assertThat(sum(wanted)).isCloseTo(1, within(1e-9));
    assertThat(CapSplit.wanted(Map.of("a", 0.0, "b", 0.0), 1))
        .isEqualTo(Map.of("a", 0.5, "b", 0.5));
  }

  @Test
  void whatTheTenantLeavesIsDividedEvenly() {
    Map<String, Double> demands = Map.of("a", 300.0, "b", 0.0);

    assertThat(CapSplit.wanted(demands, 0.6)).isEqualTo(Map.of("a", 0.8, "b", 0.2));
    assertThat(CapSplit.wanted(demands, 0)).isEqualTo(Map.of("a", 0.5, "b", 0.5));
  }

  @Test
  void whatOneServerDoesNotUseAnotherThatWaitsHasInTheNextStep() {
    Map<String, Double> before = Map.of("a", 0.9, "b", 0.1);
    Map<String, Double> wanted = Map.of("a", 0.5, "b", 0.5);
    Map<String, Double> used = Map.of("a", 0.1, "b", 0.1);

    Map<String, Double> first = CapSplit.next(before, wanted, used, Set.of("b"));
    assertThat(first).isEqualTo(Map.of("a", 0.5, "b", 0.1));
    Map<String, Double> second = CapSplit.next(first, wanted, used, Set.of("b"));
    assertThat(second.get("b")).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void whatAServerUsesIsTakenBitByBitWhateverTheDemandSeems() {
    Map<String, Double> before = Map.of("a", 0.5, "b", 0.5);
    Map<String, Double> wanted = Map.of("a", 0.1, "b", 0.9);

    Map<String, Double> next =
        CapSplit.next(before, wanted, Map.of("a", 0.45, "b", 0.5), Set.of("b"));
    assertThat(next.get("a")).isCloseTo(0.46, within(1e-9));
    next = CapSplit.next(before, wanted, Map.of("a", 0.2, "b", 0.5), Set.of("b"));
    assertThat(next.get("a")).isCloseTo(0.25, within(1e-9));
  }

  @Test
  void whereTheTenantWaitsAPartIsTakenBitByBit() {
    Map<String, Double> before = Map.of("a", 0.6, "b", 0.4);
    Map<String, Double> wanted = Map.of("a", 0.5, "b", 0.5);

    Map<String, Double> first = CapSplit.next(before, wanted, Map.of("a", 0.6), Set.of("a", "b"));
    assertThat(first.get("a")).isCloseTo(0.59, within(1e-9));
    assertThat(first.get("b")).isCloseTo(0.4, within(1e-9));
    Map<String, Double> second = CapSplit.next(first, wanted, Map.of("a", 0.6), Set.of("a", "b"));
    assertThat(second.get("a")).isCloseTo(0.581, within(1e-9));
    assertThat(second.get("b")).isCloseTo(0.41, within(1e-9));
  }

  @Test
  void whatATenantAtRestHasSomewhereIsTakenAtOnce() {
    Map<String, Double> before = Map.of("a", 0.98, "b", 0.02);
    Map<String, Double> wanted = CapSplit.wanted(Map.of("a", 1.0, "b", 0.0), 0);
    Map<String, Double> used = Map.of("a", 0.0, "b", 0.0);

    Map<String, Double> first = CapSplit.next(before, wanted, used, Set.of());
    assertThat(first.get("a")).isCloseTo(0.5, within(1e-9));
    assertThat(first.get("b")).isCloseTo(0.02, within(1e-9));
    assertThat(CapSplit.next(first, wanted, used, Set.of()).get("b")).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void thePartOfAServerThatIsGoneIsFreeAtOnce() {
    Map<String, Double> next =
        CapSplit.next(
            Map.of("a", 0.5, "gone", 0.5), Map.of("a", 0.5, "new", 0.5), Map.of(), Set.of());

    assertThat(next).isEqualTo(Map.of("a", 0.5, "new", 0.5));
  }

  @Test
  void aChangeThatIsNotWorthItIsNotMade() {
    Map<String, Double> before = Map.of("a", 0.501, "b", 0.499);

    assertThat(CapSplit.next(before, Map.of("a", 0.5, "b", 0.5), Map.of(), Set.of()))
        .isEqualTo(before);
  }

  /** Each server takes over a division when it likes, but before the next one is made. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void whateverTheServersHoldAtAMomentSumsToOneAtMost(long seed) {
    Random random = new Random(seed);
    Map<String, Double> published = new TreeMap<>();
    Map<String, Double> held = new HashMap<>();
    for (int step = 0; step < 2_000; step++) {
      Map<String, Double> demands = new TreeMap<>();
      Map<String, Double> used = new TreeMap<>();
      Set<String> waiting = new TreeSet<>();
      for (int server = 0; server < 6; server++) {
        if (random.nextInt(20) != 0) {
          demands.put("s" + server, random.nextInt(3) == 0 ? 0 : 1000 * random.nextDouble());
          used.put("s" + server, random.nextDouble());
        }
        if (random.nextBoolean()) {
          waiting.add("s" + server);
        }
      }
      held.keySet().retainAll(demands.keySet()); // the others are gone
      published =
          CapSplit.next(published, CapSplit.wanted(demands, random.nextDouble()), used, waiting);
      assertThat(sum(published)).isLessThanOrEqualTo(1 + 1e-9);
      List<String> order = new ArrayList<>(published.keySet());
      Collections.shuffle(order, random);
      for (String server : order) {
        held.put(server, published.get(server));
        assertThat(sum(held)).isLessThanOrEqualTo(1 + 1e-9);
      }
    }
  }
}
