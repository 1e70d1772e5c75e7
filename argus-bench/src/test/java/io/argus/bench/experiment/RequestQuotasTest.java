package io.argus.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.load.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestQuotasTest {

  @Test
  void everybodyMayDoItsPartOfItsOwnBaseline() {
    assertThat(RequestQuotas.limits(Mix.parse("exhot50+uniform200"), List.of(30_000.0, 835.0)))
        .containsExactly(15_000L, 418L);
    Mix weighted =
        Mix.of(
            List.of(
                new TenantLoad("a", Preset.UNIFORM, 1, 0, 3),
                new TenantLoad("b", Preset.UNIFORM, 1, 0, 1)));
    assertThat(RequestQuotas.limits(weighted, List.of(800.0, 1.0))).containsExactly(600L, 1L);
  }
}
