package io.argus.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProfilesTest {

  @Test
  void aPlaneIsFoundAndItsLossesAreOfTheThroughputWithEverything() {
    List<LinearFunction.Sample> samples = new ArrayList<>();
    for (int c = 1; c <= 8; c++) {
      for (int h = 1; h <= 8; h++) {
        samples.add(
            new LinearFunction.Sample(c / 8.0, h / 8.0, -100 + 200 * c / 8.0 + 900 * h / 8.0));
      }
    }
    LinearFunction found = LinearFunction.fit(samples);

    assertThat(found.throughput(0.5, 0.5)).isCloseTo(450, within(1e-6));
    assertThat(found.throughput(0, 0)).isZero();
    assertThat(found.loss(0.5, 0.5)).isCloseTo(0.55, within(1e-9));
    assertThat(found.loss(1, 1)).isZero();
    assertThatThrownBy(() -> LinearFunction.fit(samples.subList(0, 3)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theClosestKeyRepeatRatioChoosesTheFunction() {
    Profiles profiles = Profiles.published();
    LinearFunction uniform = profiles.nearest(0);
    LinearFunction hot = profiles.nearest(0.2);
    LinearFunction exHot = profiles.nearest(0.9);

    assertThat(profiles.nearest(0.13)).isEqualTo(uniform);
    assertThat(profiles.nearest(0.14)).isEqualTo(hot);
    assertThat(uniform.loss(0.5, 1)).isBetween(0.05, 0.15);
    assertThat(uniform.loss(1, 0.5)).isBetween(0.4, 0.5);
    assertThat(exHot.loss(0.5, 1)).isBetween(0.45, 0.6);
    assertThat(exHot.loss(1, 0.5)).isBetween(0.0, 0.03);
  }
}
