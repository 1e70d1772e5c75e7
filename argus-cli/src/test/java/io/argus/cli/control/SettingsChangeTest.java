package io.argus.cli.control;

import static io.argus.cli.live.FakeCluster.property;
import static io.argus.cli.live.FakeCluster.setup;
import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.FakeCluster;
import io.argus.core.settings.ServerSetup;
import io.argus.core.settings.Settings;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SettingsChangeTest {
  private static final int ATTENTION = 3;

  @RegisterExtension private final FakeCluster cluster = new FakeCluster();

  private static SettingsOverrides first(String key, String value) {
    Map<String, @Nullable String> change = Map.of(key, value);
    return SettingsOverrides.NONE.with(change, Settings.defaults(), "me", 0);
  }

  /** A master and a server that use the first change as soon as it is stored. */
  private void servers(Map<String, String> site) throws Exception {
    SettingsOverrides next = first("argus.alpha", "0.5");
    cluster.master(site, next);
    cluster.server("rs1,1,1", setup(site, next));
  }

  @Test
  void slosOfTheServersSiteFileStayWhenOneIsAdded() throws Exception {
    servers(Map.of("argus.slos", "alice:ops=5"));

    assertThat(cluster.run("slo", "set", "bob", "--min-ops", "7", "--force")).isZero();

    assertThat(cluster.overrides().values()).containsEntry("argus.slos", "alice:ops=5,bob:ops=7");
    assertThat(cluster.run("slo", "remove", "carol")).isEqualTo(1);
    assertThat(cluster.err()).contains("SLOs are alice:ops=5,bob:ops=7");
  }

  @Test
  void aRenamedKeyIsRefusedNamingTheNewOne() throws Exception {
    servers(Map.of());

    assertThat(cluster.run("set", "argus.promises=alice:ops=5", "--timeout", "0")).isEqualTo(1);

    assertThat(cluster.err()).contains("argus.promises is no setting: it is now argus.slos");
    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void whatIsInForceOnTheServersIsShown() throws Exception {
    cluster.site(property("argus.mode", "enforce"));
    servers(Map.of("argus.mode", "observe"));

    assertThat(cluster.run("mode")).isZero();
    assertThat(cluster.out()).isEqualTo("argus.mode: observe\n");
    assertThat(cluster.run("settings")).isZero();
    assertThat(cluster.out()).containsPattern("argus.mode +observe +hbase-site.xml\\s");
  }

  @Test
  void withoutAMasterTheSiteFileHereCountsAndTheCommandSaysSo() throws Exception {
    cluster.site(property("argus.mode", "observe"));

    assertThat(cluster.run("mode")).isZero();
    assertThat(cluster.out()).isEqualTo("argus.mode: observe\n");
    assertThat(cluster.err()).contains("no master says its settings; taken from ");
  }

  @Test
  void onRestoresTheModeOfTheServersSiteFile() throws Exception {
    cluster.site(property("argus.mode", "off"));
    servers(Map.of("argus.mode", "observe"));
    cluster.run("off", "--timeout", "0");

    cluster.run("on", "--timeout", "0");

    assertThat(cluster.overrides().values()).isEmpty();
  }

  @Test
  void aStoredChangeIsNoFailureIfAReportCannotBeRead() throws Exception {
    servers(Map.of());
    cluster.document("usage/rs2,1,1", "{rubbish".getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("off", "--timeout", "0")).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("stored as settings v1, not confirmed by [rs2,1,1]");
    assertThat(cluster.overrides().values()).containsEntry("argus.mode", "off");
  }

  @Test
  void aStoredChangeIsNoFailureIfTheStatusCannotBeRead() throws Exception {
    servers(Map.of());
    cluster.document("status", "{rubbish".getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("set", "argus.alpha=0.3", "--timeout", "0")).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("not confirmed by [master]");
  }

  @Test
  void aLiveServerThatDoesNotReportIsNamed() throws Exception {
    servers(Map.of());
    cluster.server("rs2,1,1");

    assertThat(cluster.run("off", "--timeout", "0")).isEqualTo(ATTENTION);

    assertThat(cluster.out()).contains("not confirmed by [rs2,1,1]");
  }

  @Test
  void serversWhoseCacheWaitsForARestartAreNamedOnceForEachReason() throws Exception {
    servers(Map.of());
    ServerSetup setup = setup(Map.of(), first("argus.alpha", "0.5"));
    ComponentStatus waits =
        ComponentStatus.of(Component.CACHE, Reason.NEEDS_RESTART, "argus.mode was observe");
    cluster.server("rs2,1,1", setup, waits, ComponentStatus.active(Component.SCHEDULER));
    cluster.server("rs3,1,1", setup, waits);

    assertThat(cluster.run("mode", "enforce")).isZero();
    assertThat(cluster.out())
        .contains(
            "component cache: argus.mode was observe, when this server started; to switch it on,"
                + " restart: rs2,1,1, rs3,1,1\n");
    assertThat(cluster.run("set", "argus.alpha=0.5", "--timeout", "0")).isEqualTo(ATTENTION);
    assertThat(cluster.out()).as("another setting").doesNotContain("restart");
    assertThat(cluster.run("mode", "enforce", "--json", "--timeout", "0")).isEqualTo(ATTENTION);
    assertThat(cluster.out()).containsPattern("\"restarts\": \\{\\s+\"component cache: argus.mode");
  }

  @Test
  void allThatAreUpConfirm() throws Exception {
    servers(Map.of());

    assertThat(cluster.run("off")).isZero();

    assertThat(cluster.out()).contains("in force on every server (settings v1)");
  }

  @Test
  void aReportThatCannotBeReadDoesNotHideTheSettings() throws Exception {
    servers(Map.of());
    cluster.document("usage/rs2,1,1", "{rubbish".getBytes(StandardCharsets.UTF_8));

    assertThat(cluster.run("settings")).isZero();

    assertThat(cluster.out()).contains("PROBLEM rs2,1,1: ");
  }
}
