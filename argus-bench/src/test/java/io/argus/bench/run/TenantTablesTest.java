package io.argus.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.load.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class TenantTablesTest {

  @Test
  void mixesShareTablesAndMustAgreeOnTheirRows() {
    WorkloadMix big =
        WorkloadMix.of(List.of(new TenantWorkload("tenanta", Preset.UNIFORM, 1, 5000, 1, 0)));

    assertThat(TenantTables.rowsByTable(WorkloadMix.standard(), 3000))
        .containsOnlyKeys("tenanta:usertable", "tenantb:usertable")
        .containsValue(3000L);
    assertThatThrownBy(
            () -> TenantTables.rowsByTable(List.of(big, WorkloadMix.parse("hot1")), 3000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows of tenant tenanta are 5000");
  }
}
