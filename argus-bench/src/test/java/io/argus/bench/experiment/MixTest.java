package io.argus.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.load.Preset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MixTest {

  @Test
  void eachPartIsATenantWithItsOwnTable() {
    Mix mix = Mix.parse("exhot50+uniform200");

    assertThat(mix.tenants())
        .containsExactly(
            new TenantLoad("tenanta", Preset.EXHOT, 50),
            new TenantLoad("tenantb", Preset.UNIFORM, 200));
    assertThat(mix.tenants().get(1).table()).isEqualTo("tenantb:usertable");
  }

  @Test
  void isReadAsThePapersWriteItAndWrittenInOneForm() {
    assertThat(Mix.parse("ExHot-50 + Scan-200").label()).isEqualTo("exhot50+scan200");
    assertThat(Mix.parse("exhot50+scan200").label()).isEqualTo("exhot50+scan200");
  }

  @Test
  void tenantMayHaveASteadyDemand() {
    Mix mix = Mix.parse("exhot50@8000+scan200");

    assertThat(mix.label()).isEqualTo("exhot50@8000+scan200");
    assertThat(mix.tenants()).extracting(TenantLoad::target).containsExactly(8000.0, 0.0);
    assertThat(mix.tenants().get(0).work(1000))
        .isNotEqualTo(mix.tenants().get(0).withTarget(0).work(1000));
    assertThat(mix.tenants().get(0).withTarget(0.5).label()).isEqualTo("exhot50@0.5");
  }

  @Test
  void writesIfAnyWorkloadDoes() {
    assertThat(Mix.parse("uniform1+rw1").writes()).isTrue();
    assertThat(Mix.parse("uniform1+scan1").writes()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "uniform", "50", "uniform50+", "uniform0", "uniform5000", "warm50", "hot5@"})
  void isRefusedWhenItIsNoMix(String text) {
    assertThatThrownBy(() -> Mix.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
