package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ReuseRatioRuleTest {
  private final ReuseRatioRule rule = new ReuseRatioRule();

  @Test
  void cacheGoesWhereBlocksAreReusedAndNobodyIsLeftWithoutAny() {
    Map<String, Double> shares = rule.shares(Map.of("hot", 0.9, "cold", 0.1, "none", 0.0), 0);

    assertThat(shares.get("hot")).isCloseTo(0.05 + 0.85 * 0.9, within(1e-9));
    assertThat(shares.get("cold")).isCloseTo(0.05 + 0.85 * 0.1, within(1e-9));
    assertThat(shares.get("none")).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void whoeverIsAloneHasAllAndWhileNothingIsKnownSharesAreEqual() {
    assertThat(rule.shares(Map.of("alone", 0.3), 0).get("alone")).isCloseTo(1, within(1e-9));
    assertThat(rule.shares(Map.of(), 0)).isEmpty();
    assertThat(rule.shares(Map.of("a", 0.0, "b", 0.0), 0).values())
        .allSatisfy(share -> assertThat(share).isCloseTo(0.5, within(1e-9)));
  }

  @Test
  void whereTheLeastPartDoesNotSufficeForAllTheyAreEqual() {
    Map<String, Double> ratios = new TreeMap<>();
    for (int i = 0; i < 25; i++) {
      ratios.put("t" + i, i / 25.0);
    }

    assertThat(rule.shares(ratios, 0).values())
        .allSatisfy(share -> assertThat(share).isCloseTo(0.04, within(1e-9)));
  }
}
