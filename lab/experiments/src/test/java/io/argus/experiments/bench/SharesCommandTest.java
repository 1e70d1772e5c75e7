package io.argus.experiments.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.load.client.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharesCommandTest {

  @Test
  void tenantsDifferInThreadsAndWeights() {
    WorkloadMix mix = SharesCommand.mix(Preset.UNIFORM, List.of(50, 300), List.of(3.0, 0.5));
    assertThat(mix.label()).isEqualTo("uniform 3:0.5");
    assertThat(mix.tenants()).extracting(TenantWorkload::threads).containsExactly(50, 300);
    assertThat(mix.tenants()).extracting(TenantWorkload::weight).containsExactly(3.0, 0.5);
  }

  @Test
  void everyTenantNeedsAWeight() {
    assertThatThrownBy(() -> SharesCommand.mix(Preset.UNIFORM, List.of(50, 300), List.of(3.0)))
        .hasMessageContaining("weights is 1 numbers")
        .hasMessageContaining("as many as threads, 2");
  }
}
