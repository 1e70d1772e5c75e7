package io.argus.bench.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransportSimulationTest {
  private final List<String> steps = new ArrayList<>();

  @Test
  void reportsAreSmallerAndRarerThanTheyWere() throws IOException {
    TransportResult result = new TransportSimulation(new ClusterSize(3, 20, 0.2), steps::add).run();
    assertThat(steps).hasSize(5);
    assertThat(result.before().reportBytes()).isGreaterThan(5 * result.byCall().reportBytes());
    assertThat(result.before().writes()).isEqualTo(1.5);
    assertThat(result.byCall().periodMillis()).as("a small cluster").isEqualTo(2_000);
    assertThat(result.byZooKeeper().sentBytes()).isZero();
    assertThat(result.byZooKeeper().writtenBytes()).isLessThan(result.before().writtenBytes() / 5);
    assertThat(result.byCall().cpuShare()).isPositive();
    assertThat(result.documents()).containsKeys("alive", "plan", "status");
    assertThat(result.documents().get("alive")).isLessThan(110);
  }

  @Test
  void theCompactFormatIsSmallerAndReadFasterThanJson() throws IOException {
    List<CodecComparison.Format> formats = CodecComparison.run();
    CodecComparison.Format json = formats.get(0);
    CodecComparison.Format compact = formats.get(2);
    assertThat(compact.bytes()).isLessThan(json.bytes() / 4);
    assertThat(compact.readMicros()).isLessThan(json.readMicros());
  }

  @Test
  void aClusterWithoutServersIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new ClusterSize(0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ClusterSize(1, 1, 1.5));
  }
}
