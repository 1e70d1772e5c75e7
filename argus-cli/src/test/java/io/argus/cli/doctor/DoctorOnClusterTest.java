package io.argus.cli.doctor;

import static io.argus.cli.live.FakeCluster.setup;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DoctorOnClusterTest {
  private static final byte[] RUBBISH = "{rubbish".getBytes(StandardCharsets.UTF_8);

  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  @Test
  void documentsThatCannotBeReadAreFindings() throws Exception {
    cluster.server("rs1,1,1", setup(Map.of(), SettingsOverrides.NONE));
    cluster.document("status", RUBBISH);
    cluster.document("tables", RUBBISH);

    assertThat(cluster.run("doctor")).isEqualTo(3);

    assertThat(cluster.out())
        .contains("PROBLEM document-unreadable: argus/status this version of the command")
        .contains("PROBLEM document-unreadable: argus/tables this version of the command")
        .contains("1 region servers, 1 of them with Argus: 2 problems")
        .doesNotContain("no-planner");
  }

  @Test
  void whatServersReportCannotChangeTheTerminal() throws Exception {
    cluster.server(
        "rs1,1,1",
        setup(Map.of(), SettingsOverrides.NONE),
        ComponentStatus.of(Component.CACHE, Reason.EXCEPTION, "\u001b[2J"));

    assertThat(cluster.run("doctor")).isEqualTo(3);

    assertThat(cluster.out()).doesNotContain("\u001b").contains("?[2J");
  }

  @Test
  void nodesThatControlServersAreLookedAtForOpenRights() throws Exception {
    cluster.master(Map.of(), SettingsOverrides.NONE);
    cluster.document("alive", new byte[0]);
    cluster.document("shares", new byte[0]);

    cluster.run("doctor");

    assertThat(cluster.out()).contains("argus/shares", "argus/alive");
  }
}
