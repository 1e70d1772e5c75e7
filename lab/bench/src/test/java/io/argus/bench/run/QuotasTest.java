package io.argus.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.load.client.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuotasTest {

  @Test
  void everybodyMayDoItsPartOfItsOwnIsolatedThroughput() {
    assertThat(
            Quotas.limits(
                Quotas.Rule.PART_OF_ISOLATED_THROUGHPUT,
                WorkloadMix.parse("exhot50+uniform200"),
                List.of(30_000.0, 835.0)))
        .containsExactly(15_000L, 418L);
    WorkloadMix weighted =
        WorkloadMix.of(
            List.of(
                new TenantWorkload("a", Preset.UNIFORM, 1, 0, 3, 0, Placement.EVEN),
                new TenantWorkload("b", Preset.UNIFORM, 1, 0, 1, 0, Placement.EVEN)));
    assertThat(
            Quotas.limits(Quotas.Rule.PART_OF_ISOLATED_THROUGHPUT, weighted, List.of(800.0, 1.0)))
        .containsExactly(600L, 1L);
  }

  @Test
  void equalBytesAreHalfOfWhatTheOneThatIsDeliveredLeastHasAlone() {
    assertThat(
            Quotas.limits(
                Quotas.Rule.EQUAL_BYTES,
                WorkloadMix.parse("exhot50+uniform200"),
                List.of(30_000.0, 800.0)))
        .containsExactly(460_000L, 460_000L);
    assertThat(Quotas.bytesPerOperation(WorkloadMix.parse("scan1").tenants().get(0)))
        .isEqualTo(115_000);
    assertThat(Quotas.bytesPerOperation(WorkloadMix.parse("rw1").tenants().get(0))).isEqualTo(1150);
  }

  @Test
  void everybodyHasAnEqualPartOfWhatAllHandlersCanDoInASecond() {
    assertThat(
            Quotas.limits(
                Quotas.Rule.EQUAL_HANDLER_TIME,
                WorkloadMix.parse("exhot50+uniform200+scan10"),
                List.of()))
        .containsExactly(10_000L, 10_000L, 10_000L);
  }
}
