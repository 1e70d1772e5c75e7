package io.argus.bench.fault.kind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.bench.fault.Fault;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultsTest {
  @Test
  void theRegistryFindsFaultsByName() {
    List<String> names = Faults.all().stream().map(Fault::name).toList();

    assertThat(names)
        .doesNotHaveDuplicates()
        .contains("kill-regionserver", "two-masters", "rolling-upgrade")
        .as("the cluster does not go back to the HBase that it had")
        .endsWith("rolling-hbase-upgrade");
    assertThat(Faults.named(List.of("kill-master", "compact")))
        .extracting(Fault::name)
        .containsExactly("kill-master", "compact");
    assertThat(Faults.named(List.of())).hasSameSizeAs(names);
    assertThatThrownBy(() -> Faults.named(List.of("kill-everybody")))
        .hasMessageContaining("fault is kill-everybody; choose of kill-regionserver, ");
  }
}
