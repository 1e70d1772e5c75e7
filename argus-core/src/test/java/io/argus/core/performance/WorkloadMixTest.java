package io.argus.core.performance;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.usage.RequestKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkloadMixTest {
  @Test
  void aBatchThatWritesIsAWrite() {
    WorkloadMix mix =
        WorkloadMix.of(
            Map.of(
                RequestKind.GET, 10.0,
                RequestKind.WRITE, 20.0,
                RequestKind.MULTI, 30.0,
                RequestKind.SCAN, 40.0));
    assertThat(mix.reads()).isEqualTo(0.1);
    assertThat(mix.writes()).isEqualTo(0.5);
    assertThat(mix.scans()).isEqualTo(0.4);
  }
}
