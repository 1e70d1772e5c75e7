package io.argus.bench.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.load.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class TenantTablesTest {

  @Test
  void mixesShareTablesAndMustAgreeOnTheirRows() {
    Mix big = Mix.of(List.of(new TenantLoad("tenanta", Preset.UNIFORM, 1, 5000, 1, 0)));

    assertThat(TenantTables.rowsByTable(Mix.standard(), 3000))
        .containsOnlyKeys("tenanta:usertable", "tenantb:usertable")
        .containsValue(3000L);
    assertThatThrownBy(() -> TenantTables.rowsByTable(List.of(big, Mix.parse("hot1")), 3000))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rows of tenant tenanta are 5000");
  }
}
