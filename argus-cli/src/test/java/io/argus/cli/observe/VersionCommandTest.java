package io.argus.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.settings.ServerSetup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class VersionCommandTest {
  private static final String HERE = ServerSetup.thisVersion();

  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  @TempDir private Path home;

  @BeforeEach
  void anInstallation() throws Exception {
    Files.createDirectories(home.resolve("lib"));
  }

  private void jar(String release, String version) throws Exception {
    Files.createFile(home.resolve("lib/argus-hbase-" + release + "-" + version + "-dropin.jar"));
  }

  private static String server(int number, String version) {
    return "{'server':'rs"
        + number
        + ".example.com,16020,1','components':[],'setup':{'pluginVersion':'"
        + version
        + "'}}";
  }

  /** A cluster whose master and first server run this version, and whose second runs another. */
  private void cluster(String ofTheSecond) throws Exception {
    String json =
        "{'mode':'ENFORCE','planReason':'','problems':[],'tenants':[],'master':{'server':"
            + "'m1.example.com,16000,1','setup':{'pluginVersion':'"
            + HERE
            + "'}},'servers':["
            + server(1, HERE)
            + ","
            + server(2, ofTheSecond)
            + "]}";
    byte[] status = json.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    cluster.document(ClusterDocuments.STATUS, status);
  }

  private int run(String... more) {
    String[] words = new String[3 + more.length];
    words[0] = "version";
    words[1] = "--hbase-home";
    words[2] = home.toString();
    System.arraycopy(more, 0, words, 3, more.length);
    return cluster.run(words);
  }

  @Test
  void oneVersionEverywhereIsFine() throws Exception {
    cluster(HERE);
    jar("0.94", HERE);
    assertThat(run()).as(cluster.err()).isZero();
    assertThat(cluster.out())
        .containsPattern("command +" + HERE + "\\s*\n")
        .containsPattern("jar +" + HERE + " +" + home + "/lib/argus-hbase-0.94-")
        .containsPattern("master +" + HERE + " +m1.example.com:16000\\s*\n")
        .containsPattern("2 servers +" + HERE + " +rs1:16020, rs2:16020");
  }

  @Test
  void severalVersionsNeedAttention() throws Exception {
    cluster("0.0.9");
    jar("2", "0.0.9-SNAPSHOT");
    assertThat(run()).isEqualTo(3);
    assertThat(cluster.out())
        .containsPattern("jar +0.0.9-SNAPSHOT ")
        .containsPattern("1 server +0.0.9 +rs2:16020")
        .containsPattern("1 server +" + HERE + " +rs1:16020");
    assertThat(run("--json")).isEqualTo(3);
    assertThat(cluster.out())
        .containsPattern(
            "\"kind\": \"server\",\\s+\"name\": \"rs2.example.com,16020,1\",\\s+\"version\": \"0.0.9\"");
  }

  @Test
  void whatIsHereIsShownWithoutACluster() {
    assertThat(run()).isOne();
    assertThat(cluster.out()).contains(HERE);
    assertThat(cluster.err()).contains("the versions of servers are not known: ");
  }

  @Test
  void aDirectoryThatIsNoInstallationIsRefused() {
    assertThat(cluster.run("version", "--hbase-home", home.resolve("lib").toString())).isOne();
    assertThat(cluster.err()).contains("is no HBase installation");
  }
}
