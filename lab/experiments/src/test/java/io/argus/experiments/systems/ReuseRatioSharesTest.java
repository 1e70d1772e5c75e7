package io.argus.experiments.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReuseRatioSharesTest {

  @Test
  void cacheGoesWhereBlocksAreReusedAndNobodyIsLeftWithoutAny() {
    Map<String, Double> shares = ReuseRatioShares.shares(Map.of("hot", 0.9, "cold", 0.1));

    assertThat(shares.get("hot")).isCloseTo(0.05 + 0.9 * 0.9, within(1e-9));
    assertThat(shares.get("cold")).isCloseTo(0.05 + 0.9 * 0.1, within(1e-9));
  }

  @Test
  void whileNothingIsKnownSharesAreEqual() {
    assertThat(ReuseRatioShares.shares(Map.of("a", 0.0, "b", 0.0)).values())
        .allSatisfy(share -> assertThat(share).isCloseTo(0.5, within(1e-9)));
  }
}
