package io.argus.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.load.client.Preset;
import io.argus.load.table.RegionLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class TenantTablesTest {

  @Test
  void mixesMustAgreeOnThePlaceOfTheirTables() {
    WorkloadMix even = WorkloadMix.parse("hot1");
    WorkloadMix placed = WorkloadMix.parse("hot1{60/20/20}");

    assertThat(TenantTables.layoutByTable(List.of(placed), 3, 2))
        .containsEntry("tenanta:usertable", RegionLayout.of(List.of(60.0, 20.0, 20.0), 2));
    assertThat(TenantTables.layoutByTable(List.of(even), 3, 2))
        .containsEntry("tenanta:usertable", RegionLayout.even(3, 2));
    assertThatThrownBy(() -> TenantTables.layoutByTable(List.of(even, placed), 3, 2))
        .hasMessageContaining("tenant tenanta has placement 0:");
    assertThatThrownBy(() -> TenantTables.layoutByTable(List.of(placed), 2, 2))
        .hasMessageContaining("placement is 60/20/20; must be a part for each of the 2 region");
  }

  @Test
  void mixesShareTablesAndMustAgreeOnTheirRows() {
    WorkloadMix big =
        WorkloadMix.of(
            List.of(new TenantWorkload("tenanta", Preset.UNIFORM, 1, 5000, 1, 0, Placement.EVEN)));

    assertThat(TenantTables.rowsByTable(WorkloadMix.standard(), 3000))
        .containsOnlyKeys("tenanta:usertable", "tenantb:usertable")
        .containsValue(3000L);
    assertThatThrownBy(
            () -> TenantTables.rowsByTable(List.of(big, WorkloadMix.parse("hot1")), 3000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("tenant tenanta has rows 5000");
  }
}
