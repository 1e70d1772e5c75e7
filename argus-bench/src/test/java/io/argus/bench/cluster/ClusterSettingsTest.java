package io.argus.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ClusterSettingsTest {

  @Test
  void cacheFractionGivesTheBytesBackExactlyEnough() {
    ClusterSettings settings = ClusterSettings.defaults().withBlockCacheBytes(107_640_000);

    float asHBaseReadsIt = (float) settings.blockCacheFraction();
    assertThat((long) (asHBaseReadsIt * (2048L << 20))).isBetween(107_639_000L, 107_641_000L);
  }

  @Test
  void cacheMustFitTheHeap() {
    assertThatThrownBy(() -> new ClusterSettings(1, 30, 512, 400L << 20, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("blockCacheBytes is 419430400");
  }
}
