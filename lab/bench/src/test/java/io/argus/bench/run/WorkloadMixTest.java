package io.argus.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadMixTest {

  @Test
  void eachPartIsATenantWithItsOwnTable() {
    WorkloadMix mix = WorkloadMix.parse("exhot50+uniform200");

    assertThat(mix.tenants())
        .containsExactly(
            new TenantWorkload("tenanta", Preset.EXHOT, 50),
            new TenantWorkload("tenantb", Preset.UNIFORM, 200));
    assertThat(mix.tenants().get(1).table()).isEqualTo("tenantb:usertable");
  }

  @Test
  void isReadAsThePapersWriteItAndWrittenInOneForm() {
    assertThat(WorkloadMix.parse("ExHot-50 + Scan-200").label()).isEqualTo("exhot50+scan200");
    assertThat(WorkloadMix.parse("exhot50+scan200").label()).isEqualTo("exhot50+scan200");
  }

  @Test
  void tenantMaySendOtherRequestsThanPresetsHave() {
    WorkloadMix mix = WorkloadMix.parse("exhot50@8000+cached-scan200");

    assertThat(mix.label()).isEqualTo("exhot50@8000+cached-scan200");
    assertThat(mix.tenants().get(1).workload())
        .isInstanceOfSatisfying(
            Requests.class,
            requests -> {
              assertThat(requests.kind()).isEqualTo(Requests.Kind.CACHED_SCAN);
              assertThat(requests.rows()).isEqualTo(1);
            });
  }

  @Test
  void tenantMayHaveASteadyDemand() {
    WorkloadMix mix = WorkloadMix.parse("exhot50@8000+scan200");

    assertThat(mix.label()).isEqualTo("exhot50@8000+scan200");
    assertThat(mix.tenants()).extracting(TenantWorkload::target).containsExactly(8000.0, 0.0);
    assertThat(mix.tenants().get(0).work(1000))
        .isNotEqualTo(mix.tenants().get(0).withTarget(0).work(1000));
    assertThat(mix.tenants().get(0).withTarget(0.5).label()).isEqualTo("exhot50@0.5");
  }

  @Test
  void aTableMayBePlacedOnPurpose() {
    WorkloadMix mix = WorkloadMix.parse("uniform50{80/10/10}+hot5@90{0/0.5/1}+uniform50");

    assertThat(mix.label()).isEqualTo("uniform50{80/10/10}+hot5@90{0/0.5/1}+uniform50");
    assertThat(mix.tenants())
        .extracting(TenantWorkload::placement)
        .containsExactly(
            new Placement(List.of(80.0, 10.0, 10.0)),
            new Placement(List.of(0.0, 0.5, 1.0)),
            Placement.EVEN);
    // The isolated throughput depends on the place.
    assertThat(mix.tenants().get(0).work(1000)).isNotEqualTo(mix.tenants().get(2).work(1000));
    assertThat(mix.digest(1000))
        .isNotEqualTo(WorkloadMix.parse("uniform50+hot5@90{0/0.5/1}+uniform50").digest(1000));
  }

  @Test
  void writesIfAnyWorkloadDoes() {
    assertThat(WorkloadMix.parse("uniform1+rw1").tenants())
        .extracting(tenant -> tenant.workload().writes())
        .containsExactly(false, true);
    assertThat(WorkloadMix.parse("uniform1+scan1").tenants())
        .noneMatch(tenant -> tenant.workload().writes());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "uniform",
        "50",
        "uniform50+",
        "uniform0",
        "uniform5000",
        "warm50",
        "hot5@",
        "hot5{}",
        "hot5{0/0}",
        "hot5{1//1}",
        "hot5{1/1"
      })
  void isRefusedWhenItIsNoMix(String text) {
    assertThatThrownBy(() -> WorkloadMix.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
