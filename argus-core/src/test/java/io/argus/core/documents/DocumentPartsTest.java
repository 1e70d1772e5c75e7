package io.argus.core.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Documents that are longer than a node, in a tree of nodes in memory. */
class DocumentPartsTest {
  private final Tree tree = new Tree();

  private static byte[] document(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] longDocument(int seed) {
    return document(seed, 2 * ClusterDocuments.MAX_BYTES + 10 * seed + 1);
  }

  private long parts(String name) {
    return tree.nodes.keySet().stream()
        .filter(path -> path.startsWith("/hbase/argus/parts/" + name + "."))
        .count();
  }

  @Test
  void aDocumentThatFitsIsOneNodeWithItsOwnBytes() throws IOException {
    byte[] longest = document(1, ClusterDocuments.MAX_BYTES);
    tree.write("status", longest);
    assertThat(tree.nodes).containsOnlyKeys("/hbase/argus/status");
    assertThat(tree.nodes.get("/hbase/argus/status")).isEqualTo(longest);
    assertThat(tree.read("status")).isEqualTo(longest);
  }

  @Test
  void aLongDocumentIsReadAsItWasWritten() throws IOException {
    tree.write("status", longDocument(1));
    assertThat(tree.read("status")).isEqualTo(longDocument(1));
    assertThat(parts("status")).isEqualTo(3);
    assertThat(tree.longest()).isLessThanOrEqualTo(ClusterDocuments.MAX_BYTES);
    tree.writeEphemeral("usage/a", longDocument(2));
    assertThat(tree.read("usage/a")).isEqualTo(longDocument(2));
    assertThat(tree.ephemeral).hasSize(4).allMatch(path -> path.contains("usage"));
  }

  @Test
  void aVersionBeforeReadsTheHeadAsAPlanOfAFormatThatItDoesNotKnow() throws IOException {
    tree.write("plan", longDocument(1));
    byte[] head = tree.nodes.get("/hbase/argus/plan");
    assertThatThrownBy(() -> WireFormat.readPlan(head))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("written by a newer Argus");
    assertThatThrownBy(() -> WireFormat.readUsageReport(head))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("written by a newer Argus");
  }

  @Test
  void oldPartsGoAlsoThoseOfAnotherWriter() throws IOException {
    tree.write("status", longDocument(1));
    tree.write("statusbar", longDocument(5));
    tree.write("status", longDocument(2));
    assertThat(parts("status")).isEqualTo(3);
    Tree next = new Tree(tree);
    next.write("status", longDocument(3));
    assertThat(parts("status")).isEqualTo(3);
    assertThat(next.read("status")).isEqualTo(longDocument(3));
    new Tree(tree).write("status", "short".getBytes(StandardCharsets.UTF_8));
    assertThat(parts("status")).isZero();
    assertThat(parts("statusbar")).isEqualTo(3);
    next.delete("statusbar");
    assertThat(tree.nodes).containsOnlyKeys("/hbase/argus/status");
  }

  @Test
  void aDocumentThatIsTooLongEvenInPartsIsRefused() {
    byte[] tooLong = new byte[16 * ClusterDocuments.MAX_BYTES + 1];
    assertThatThrownBy(() -> tree.write("plan", tooLong))
        .isInstanceOf(IOException.class)
        .hasMessage("plan has 16000001 bytes; must be 16000000 at most");
    assertThat(tree.nodes).isEmpty();
  }

  @Test
  void aReaderNeverMixesTwoGenerations() throws IOException {
    Random random = new Random(3);
    for (int i = 0; i < 200; i++) {
      tree.write("plan", longDocument(1));
      int[] left = {random.nextInt(8)};
      tree.beforeGet =
          () -> {
            if (left[0]-- == 0) {
              tree.write("plan", longDocument(2));
            }
          };
      byte[] read = tree.read("plan");
      tree.beforeGet = () -> {};
      assertThat(read).isIn(longDocument(1), longDocument(2));
    }
  }

  @Test
  void aDocumentThatHasLostAPartIsSaidToBeIncompleteUntilItIsWrittenAgain() throws IOException {
    tree.write("plan", longDocument(1));
    String part =
        tree.nodes.keySet().stream().filter(path -> path.endsWith(".1")).findFirst().orElseThrow();
    byte[] content = tree.nodes.remove(part);
    assertThatThrownBy(() -> tree.read("plan")).isInstanceOf(IncompleteDocumentException.class);
    content[7]++;
    tree.nodes.put(part, content);
    assertThatThrownBy(() -> tree.read("plan")).isInstanceOf(IncompleteDocumentException.class);
    tree.write("plan", longDocument(1));
    assertThat(tree.read("plan")).isEqualTo(longDocument(1));
  }

  @Test
  void whoWatchesKeepsTheLastWholeOne() throws IOException {
    byte[][] told = new byte[1][];
    tree.write("plan", longDocument(1));
    tree.watch("plan", data -> told[0] = data);
    assertThat(told[0]).isEqualTo(longDocument(1));
    byte[] head =
        new String(tree.nodes.get("/hbase/argus/plan"), StandardCharsets.UTF_8)
            .replaceAll("\"generation\":\"[^\"]*\"", "\"generation\":\"0123456789abcdef\"")
            .getBytes(StandardCharsets.UTF_8);
    tree.set("/hbase/argus/plan", head);
    assertThat(told[0]).as("the head of lost parts").isEqualTo(longDocument(1));
    assertThat(tree.later).hasSize(1);
    tree.write("plan", longDocument(2));
    assertThat(told[0]).isEqualTo(longDocument(2));
  }

  @Test
  void aHeadThatSomebodyForgedCostsLittle() {
    Random random = new Random(5);
    byte[] head =
        "{\"parts\":3,\"bytes\":2000011,\"generation\":\"0123456789abcdef\"}"
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 10_000; i++) {
      byte[] forged = head.clone();
      for (int n = random.nextInt(3); n >= 0; n--) {
        forged[9 + random.nextInt(head.length - 9)] = (byte) random.nextInt();
      }
      tree.nodes.put("/hbase/argus/plan", forged);
      assertThatThrownBy(() -> tree.read("plan")).isInstanceOf(IOException.class);
    }
  }
}
