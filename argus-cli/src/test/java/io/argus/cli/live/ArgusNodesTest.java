package io.argus.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ArgusNodesTest {
  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  private static byte[] document(int length, long seed) {
    byte[] document = new byte[length];
    new Random(seed).nextBytes(document);
    return document;
  }

  @Test
  void aDocumentThatIsTooLongForANodeIsWrittenInParts() throws Exception {
    byte[] longer = document(2_500_000, 1);
    byte[] other = document(1_500_000, 2);
    byte[] small = document(10, 3);
    try (LiveCluster live = LiveCluster.connect(SiteLocation.of(cluster.directory()))) {
      live.update("pin", before -> longer);
      assertThat(live.read("pin").orElseThrow()).isEqualTo(longer);
      assertThat(parts()).hasSize(3);
      live.update("pin", before -> other);
      assertThat(live.read("pin").orElseThrow()).isEqualTo(other);
      assertThat(parts()).hasSize(2);
      live.update("pin", before -> small);
      assertThat(live.read("pin").orElseThrow()).isEqualTo(small);
      assertThat(parts()).isEmpty();
      live.update("pin", before -> longer);
      assertThat(live.delete("pin")).isTrue();
      assertThat(live.read("pin")).isEmpty();
      assertThat(parts()).isEmpty();
    }
  }

  private List<String> parts() throws IOException, InterruptedException {
    try (ArgusNodes nodes = ArgusNodes.connect(SiteLocation.of(cluster.directory()))) {
      return nodes.namesBelow("parts");
    }
  }
}
