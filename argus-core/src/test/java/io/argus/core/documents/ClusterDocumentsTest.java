package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClusterDocumentsTest {
  @Test
  void whatWouldCostTheHostItsSessionIsRefused() throws IOException {
    byte[] longest = new byte[ClusterDocuments.MAX_BYTES];
    ClusterDocuments.requireFits("plan", longest);
    assertThatThrownBy(() -> ClusterDocuments.requireFits("plan", new byte[longest.length + 1]))
        .isInstanceOf(IOException.class)
        .hasMessage("plan has 1000001 bytes; must be 1000000 at most");
  }
}
