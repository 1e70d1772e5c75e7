package io.argus.bench.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlacementAdviceTest {
  private static final Map<String, List<String>> NAMES =
      Map.of("a:t", List.of("01", "02"), "b:t", List.of("03", "04", "05"));

  @Test
  void regionsAreFoundByTheirEncodedNames() {
    assertThat(PlacementAdvice.find("04", NAMES)).isEqualTo(new PlacementAdvice.Region("b:t", 1));
    assertThatThrownBy(() -> PlacementAdvice.find("09", NAMES))
        .hasMessageContaining("region is 09");
  }

  @Test
  void predictionAndMeasurementAreComparedAfterTheMoves() {
    PlacementAdvice advice = new PlacementAdvice(List.of(), 0.6, 0.8, 0.7);

    assertThat(new PlacementResult(advice, 0.5, 0.77).apart()).isCloseTo(0.03, within());
  }

  private static org.assertj.core.data.Offset<Double> within() {
    return org.assertj.core.data.Offset.offset(1e-9);
  }
}
