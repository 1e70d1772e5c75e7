package io.argus.experiments.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cluster.BlockCacheKind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedReleaseTest {
  @ParameterizedTest
  @ValueSource(strings = {"2.4", "2.5", "2.6", "0.94"})
  void aReleaseHasTheNameThatItIsAskedForAndComparesStockWithArgus(String name) throws Exception {
    EmbeddedRelease release = EmbeddedRelease.named(name);

    assertThat(EmbeddedRelease.NAMES.split("\\|")).contains(name);
    assertThat(release.label()).isEqualTo(name);
    assertThat(release.systems()).contains("stock", "handlers300", "argus");
  }

  @Test
  void everyReleaseOfHBase2HasTheSameDropInJarAndEveryBlockCache() throws Exception {
    for (String name : List.of("2.4", "2.5")) {
      EmbeddedRelease release = EmbeddedRelease.named(name);

      assertThat(release.line()).isEqualTo(EmbeddedRelease.HBASE_2_6.line());
      assertThat(release.blockCache("offheap")).isEqualTo(BlockCacheKind.OFFHEAP);
    }
    assertThatThrownBy(() -> EmbeddedRelease.named("0.94").blockCache("offheap"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("HBase 0.94 has no BucketCache");
  }

  @Test
  void theSystemsOfOtherPapersAreLeftOutWhereTheyCannotBeLoaded() throws Exception {
    for (String name : List.of("2.5", "2.6")) {
      assertThat(EmbeddedRelease.named(name).systems()).contains("acache", "wfq", "drr-paper");
      assertThat(EmbeddedRelease.named(name).runsRivals()).isTrue();
    }
    assertThat(EmbeddedRelease.named("2.4").systems())
        .contains("tinylfu", "quota", "byte-throttle")
        .doesNotContain("acache", "wfq", "drr-paper");
    assertThat(EmbeddedRelease.named("2.4").runsRivals()).isFalse();
    assertThat(EmbeddedRelease.named("0.94").runsRivals()).isFalse();
  }
}
