package io.argus.cli.control;

import static io.argus.cli.live.FakeCluster.property;
import static io.argus.cli.live.FakeCluster.setup;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.SettingsOverrides;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class HostSwitchTest {
  private static final int ATTENTION = 3;
  private static final String HERE = "127.0.0.1,1,1";
  private static final String ELSEWHERE = "192.0.2.1,1,1"; // of no host, RFC 5737

  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  private Path file() throws IOException {
    Path logs = cluster.directory().resolve("logs");
    Files.createDirectories(logs);
    return logs.resolve("argus.off");
  }

  private void server(String name, Path file, boolean off) throws Exception {
    ServerSetup setup = setup(Map.of(), SettingsOverrides.NONE);
    cluster.server(name, setup.withOffFile(file.toString(), off));
  }

  private int off() {
    return cluster.run("off", "--local", "--timeout", "0");
  }

  @Test
  void theFileIsTheOneThatTheServersOfThisHostReport() throws Exception {
    server(HERE, file(), true);
    server(ELSEWHERE, cluster.directory().resolve("argus.off"), false);

    assertThat(off()).isZero();

    assertThat(cluster.out()).isEqualTo("created " + file() + "\noff: [" + HERE + "]\n");
    assertThat(file()).isEmptyFile();
    assertThat(cluster.directory().resolve("argus.off")).doesNotExist();
  }

  @Test
  void aServerThatDoesNotFollowIsNamed() throws Exception {
    server(HERE, file(), false);

    assertThat(off()).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("not confirmed by [" + HERE + "]");
  }

  @Test
  void whereNoServerReportsNothingIsConfirmed() throws Exception {
    Path given = file();
    cluster.server(ELSEWHERE);

    assertThat(cluster.run("off", "--local", "--file", given.toString())).isEqualTo(ATTENTION);

    assertThat(given).exists();
    assertThat(cluster.out()).contains("not confirmed: no region server of this host reports");
  }

  @Test
  void aServerOfThisHostWithoutArgusDoesNotFollow() throws Exception {
    cluster.site(property("argus.off.file", file().toString()));
    cluster.server(HERE);

    assertThat(off()).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("not confirmed by [" + HERE + "]");
  }

  @Test
  void aReportCannotNameJustAnyFile() throws Exception {
    cluster.site(property("argus.off.file", file().toString()));
    Path other = cluster.directory().resolve("nologin");
    server(HERE, other, false);

    assertThat(off()).isEqualTo(ATTENTION);

    assertThat(other).doesNotExist();
    Files.writeString(file(), "something");
    server(HERE, file(), false);
    assertThat(cluster.run("on", "--local")).isEqualTo(1);
    assertThat(cluster.err()).contains("is no empty file");
    assertThat(file()).exists();
  }

  @Test
  void onWaitsUntilTheServersAreNoLongerSwitchedOff() throws Exception {
    Files.createFile(file());
    server(HERE, file(), true);
    assertThat(cluster.run("on", "--local", "--timeout", "0")).isEqualTo(ATTENTION);
    assertThat(file()).doesNotExist();

    server(HERE, file(), false);
    assertThat(cluster.run("on", "--local", "--timeout", "0", "--json")).isZero();
    assertThat(cluster.out())
        .contains("\"unconfirmed\": []")
        .containsPattern("\"servers\": \\[\\s+\"" + HERE + "\"");
  }
}
