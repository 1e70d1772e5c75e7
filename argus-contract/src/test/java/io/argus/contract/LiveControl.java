package io.argus.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cli.live.SiteLocation;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.UsageReport;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;

/** What must hold when an operator changes settings of a running cluster. */
public final class LiveControl {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS");
  private static final Pattern IN_FORCE =
      Pattern.compile("^(\\S+ \\S+) .*Settings v(\\d+) in force: .*");

  private final TestCluster cluster;

  public LiveControl(TestCluster cluster) {
    this.cluster = cluster;
  }

  private SettingsOverrides stored() throws Exception {
    return SettingsOverrides.read(cluster.node("settings").orElse(null));
  }

  /** Runs a command that changes the mode, and checks its output. */
  public void requireChange(String before, String after, String... command) {
    List<String> words = new ArrayList<>(Arrays.asList(command));
    words.add("--json");
    CliRun run = cluster.argus(words.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    String json = run.out().replaceAll("\\s", "");
    assertThat(json)
        .contains("\"previous\":{\"argus.mode\":\"" + before + "\"}")
        .contains("\"now\":{\"argus.mode\":\"" + after + "\"}")
        .contains("\"unconfirmed\":[]");
  }

  /** Checks the time from the last change until each region server logged it. */
  public void requireInForceWithinASecond() throws Exception {
    SettingsOverrides stored = stored();
    SettingsOverrides.Change last = stored.log().get(stored.log().size() - 1);
    for (int i = 0; i < cluster.regionServers(); i++) {
      String server = "regionserver-" + i;
      Eventually.within(SOON, () -> assertThat(inForceMillis(server, last.version())).isPositive());
      assertThat(inForceMillis(server, last.version()) - last.millis())
          .as("milliseconds from settings v%d to %s", last.version(), server)
          .isBetween(0L, 1_000L);
    }
  }

  private long inForceMillis(String server, long version) throws Exception {
    for (String line : cluster.log(server)) {
      Matcher matcher = IN_FORCE.matcher(line);
      if (matcher.matches() && Long.parseLong(matcher.group(2)) == version) {
        return LocalDateTime.parse(matcher.group(1), LOG_TIME)
            .atZone(ZoneId.systemDefault())
            .toInstant()
            .toEpochMilli();
      }
    }
    return 0;
  }

  /** Checks the state of a component in every region server's last report. */
  public void requireComponent(String name, boolean active, String reason) throws Exception {
    for (int i = 0; i < cluster.regionServers(); i++) {
      ComponentStatus component = component(cluster.report(i), name);
      assertThat(component.isActive()).as(component.toString()).isEqualTo(active);
      assertThat(component.reason()).contains(reason);
    }
  }

  private static ComponentStatus component(UsageReport report, String name) {
    return report.components().stream()
        .filter(component -> component.component().equals(name))
        .findAny()
        .orElseThrow(() -> new AssertionError("no component " + name));
  }

  /** One wrong value among right ones changes nothing. */
  public void requireRefused() throws Exception {
    long before = stored().version();
    CliRun run = cluster.argus("set", "argus.mode=off", "argus.alpha=7", "argus.credits=none");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("argus.alpha is '7': must be a number from 0.0 to 1.0")
        .contains("argus.credits is 'none': must be bytes per 2 seconds, or auto")
        .contains("(nothing was changed)");
    assertThat(cluster.argus("set", "argus.tenant.rules=a:b=c").err())
        .contains("is read when a server starts");
    assertThat(cluster.argus("unset", "argus.modus").err()).contains("argus.modus is no setting");
    assertThat(stored().version()).isEqualTo(before);
    requireComponent("scheduler", true, "");
  }

  /** Checks the log of changes: time, user, old and new mode. */
  public void requireLog(String... modes) throws Exception {
    List<SettingsOverrides.Change> log =
        stored().log().stream().filter(change -> !change.key().equals("plan")).toList();
    for (int i = 0; i + 1 < modes.length; i++) {
      assertThat(log.get(i).key()).isEqualTo("argus.mode");
      assertThat(log.get(i).before()).isEqualTo(modes[i]);
      assertThat(log.get(i).after()).isEqualTo(modes[i + 1]);
      assertThat(log.get(i).who()).isNotBlank();
    }
    assertThat(cluster.argus("settings", "log").out()).contains(modes);
    assertThat(cluster.argus("settings").out())
        .contains("argus.queue.length")
        .contains("hbase-site.xml");
  }

  /** SLOs something to a tenant and takes it back. */
  public void requireSlos(String tenant) throws Exception {
    CliRun unknown = cluster.argus("slo", "set", "nobody-at-all", "--min-ops", "5");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).contains("tenant nobody-at-all is not known: must be one of");
    CliRun negative = cluster.argus("slo", "set", tenant, "--p99", "-5");
    assertThat(negative.exitCode()).isEqualTo(1);
    assertThat(negative.err()).contains("the SLO of " + tenant + " is -5 ms: must be above 0");
    assertThat(cluster.argus("slo", "list").out()).contains("no tenant has an SLO");

    CliRun set = cluster.argus("slo", "set", tenant, "--min-ops", "100000", "--kind", "get");
    assertThat(set.exitCode()).as(set.err()).isZero();
    assertThat(set.out()).contains("argus.slos: (empty) -> " + tenant + ":get.ops=100000");
    assertThat(set.err()).contains("asks for less now: whether its SLO can be met is not known");
    Eventually.within(
        SOON,
        () -> {
          CliRun list = cluster.argus("slo", "list");
          assertThat(list.exitCode()).as("it asks for less").isZero();
          assertThat(list.out()).contains("at least 100000 gets a second", "asks for less");
        });
    assertThat(cluster.argus("settings", "log").out()).contains("argus.slos");

    assertThat(cluster.argus("slo", "remove", tenant, "--only", "p99").err())
        .contains("no SLO of " + tenant + " begins with 'p99'");
    assertThat(cluster.argus("slo", "remove", tenant).exitCode()).isZero();
    assertThat(cluster.argus("slo", "remove", tenant).exitCode()).isEqualTo(1);
    assertThat(cluster.argus("unset", "argus.slos").exitCode()).isZero();
  }

  /** Without security, everybody has all rights on Argus's nodes, as on HBase's own. */
  public void requireAccessRightsOfHBase(String... names) throws Exception {
    SiteLocation location = SiteLocation.of(cluster.conf());
    String parent = location.base().substring(0, location.base().lastIndexOf('/'));
    ZooKeeper zooKeeper = new ZooKeeper(location.connect(), 10_000, event -> {});
    try {
      List<ACL> hbases = zooKeeper.getACL(parent, new Stat());
      assertThat(zooKeeper.getACL(location.base(), new Stat())).isEqualTo(hbases);
      for (String name : names) {
        assertThat(zooKeeper.getACL(location.base() + "/" + name, new Stat()))
            .as(name)
            .isEqualTo(hbases);
      }
    } finally {
      zooKeeper.close();
    }
  }

  /** Switches one feature off and on; the other one stays unchanged. */
  public void requireOneFeatureAlone(String feature, String other) throws Exception {
    assertThat(cluster.argus("set", "argus." + feature + ".enabled=false").exitCode()).isZero();
    requireComponent(feature, false, "argus." + feature + ".enabled is false");
    requireComponent(other, true, "");
    assertThat(cluster.argus("set", "argus." + feature + ".enabled=true").exitCode()).isZero();
    requireComponent(feature, true, "");
    assertThat(cluster.argus("unset", "argus." + feature + ".enabled").exitCode()).isZero();
  }
}
