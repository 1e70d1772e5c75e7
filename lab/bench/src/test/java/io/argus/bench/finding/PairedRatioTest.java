package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.finding.PairedRatio.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairedRatioTest {
  @Test
  void equalRatiosHaveAnIntervalOfNoWidth() {
    PairedRatio ratio = PairedRatio.of(List.of(new Pair(11, 10), new Pair(22, 20)));
    assertThat(ratio.median()).isCloseTo(1.1, within(1e-9));
    assertThat(ratio.mean()).isCloseTo(1.1, within(1e-9));
    assertThat(ratio.low()).isCloseTo(1.1, within(1e-9));
    assertThat(ratio.high()).isCloseTo(1.1, within(1e-9));
  }

  /** By Student's distribution with two degrees of freedom: 4.303 standard errors. */
  @Test
  void theIntervalIsStudents() {
    PairedRatio ratio = PairedRatio.of(List.of(new Pair(1, 1), new Pair(2, 1), new Pair(4, 1)));
    assertThat(ratio.median()).isEqualTo(2);
    assertThat(ratio.mean()).isCloseTo(2, within(1e-9));
    double factor = Math.exp(4.3027 * Math.log(2) / Math.sqrt(3));
    assertThat(ratio.high()).isCloseTo(2 * factor, within(1e-2));
    assertThat(ratio.low()).isCloseTo(2 / factor, within(1e-4));
  }

  @Test
  void onePairHasNoInterval() {
    assertThatThrownBy(() -> PairedRatio.of(List.of(new Pair(1, 1))))
        .hasMessageContaining("number of pairs is 1; must be at least 2");
  }
}
