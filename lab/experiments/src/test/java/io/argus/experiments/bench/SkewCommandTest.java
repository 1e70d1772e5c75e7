package io.argus.experiments.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SkewCommandTest {

  @Test
  void twoTenantsHaveAFavouriteServerAndOneHasNone() {
    assertThat(SkewCommand.mix(3, 50, 80).label())
        .isEqualTo("uniform50{80/10/10}+uniform50{10/80/10}+uniform50");
    assertThat(SkewCommand.mix(2, 9, 70).label())
        .isEqualTo("uniform9{70/30}+uniform9{30/70}+uniform9");
  }

  @Test
  void oneServerHasNoSkew() {
    assertThatThrownBy(() -> SkewCommand.mix(1, 50, 80))
        .hasMessageContaining("region servers is 1");
  }
}
