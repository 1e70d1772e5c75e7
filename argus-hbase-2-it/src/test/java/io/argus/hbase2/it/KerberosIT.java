package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliProcess;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.TestCluster;
import io.argus.contract.WebPage;
import io.argus.core.plan.Plan;
import io.argus.core.settings.SettingsOverrides;
import io.argus.core.usage.ComponentStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.security.access.AccessControlClient;
import org.apache.hadoop.hbase.security.access.Permission;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * HBase 2.6 with Kerberos: who may do what, and what everybody sees. It changes what this JVM is to
 * Hadoop, so it runs in a JVM of its own.
 */
@Tag("kerberos")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class KerberosIT {
  private static final String TABLE = "left:rows";
  private static final int DENIED = 4;
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final Duration COMMAND = Duration.ofMinutes(2);

  private Path directory;
  private Kdc kdc;
  private KerberosHBase platform;
  private TestCluster cluster;

  @BeforeAll
  void startSecuredHBase() throws Exception {
    directory = Path.of(System.getProperty("argus.state")).toAbsolutePath().resolve("kdc");
    kdc = new Kdc(directory);
    platform = KerberosHBase.start(HBase2.onHadoop(2), kdc, directory, List.of("bob", "carol"));
    PrintedFragment fragment = PrintedFragment.print("2.6");
    String accessController = "org.apache.hadoop.hbase.security.access.AccessController";
    Plugin plugin =
        fragment
            .plugin()
            .with(
                List.of(),
                Map.of(
                    "hbase.coprocessor.master.classes",
                    accessController
                        + ","
                        + fragment.keys().get("hbase.coprocessor.master.classes"),
                    "hbase.coprocessor.region.classes",
                    accessController));
    cluster = TestCluster.start(platform, "kerberos", TestCluster.settings(1), plugin);
    cluster.client().createTable(TABLE, false, null, List.of());
    Rows.write(cluster.client(), TABLE, 50);
    Eventually.within(SOON, () -> assertThat(cluster.plan().reservations()).isNotEmpty());
  }

  @AfterAll
  void stop() throws Exception {
    try (Kdc realm = kdc;
        TestCluster processes = cluster) {
      System.clearProperty("java.security.krb5.conf");
      System.clearProperty("java.security.auth.login.config");
    }
  }

  /** Runs the command in a process of its own, with the ticket of that user. */
  private CliRun as(String user, String command) throws Exception {
    return end(start(command, platform.environment(user)));
  }

  /** Runs commands of which none changes what another one does, side by side. */
  private List<CliRun> as(String user, List<String> commands) throws Exception {
    List<CliProcess> processes = new ArrayList<>();
    for (String command : commands) {
      processes.add(start(command, platform.environment(user)));
    }
    List<CliRun> runs = new ArrayList<>();
    for (CliProcess process : processes) {
      runs.add(end(process));
    }
    return runs;
  }

  private CliProcess start(String command, Map<String, String> environment) throws Exception {
    List<String> words = cluster.withSite(command.split(" "));
    return CliProcess.start("bin/argus", directory, words, environment);
  }

  private static CliRun end(CliProcess started) throws Exception {
    try (CliProcess process = started) {
      int exitCode = process.awaitEnd(COMMAND);
      return new CliRun(exitCode, process.out(), process.err());
    }
  }

  private SettingsOverrides stored() throws Exception {
    return SettingsOverrides.read(cluster.node("settings").orElse(null));
  }

  @Test
  @Order(1)
  void everyComponentWorksAndReportsGoToTheMaster() throws Exception {
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.status().servers())
                .singleElement()
                .satisfies(
                    server -> assertThat(server.components()).allMatch(ComponentStatus::isActive)));
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.log("regionserver-0"))
                .anyMatch(line -> line.contains("Usage reports go to the active master")));
    CliRun status = as(KerberosHBase.HBASE, "status");
    assertThat(status.exitCode()).as(status.err()).isZero();
    assertThat(status.out()).contains("left");
    CliRun doctor = as(KerberosHBase.HBASE, "doctor");
    assertThat(doctor.out() + doctor.err()).doesNotContain("anybody who can connect to ZooKeeper");
    assertThat(Rows.scan(cluster.client(), TABLE)).isEqualTo(Rows.keys(50));
  }

  @Test
  @Order(2)
  void nobodyButHBaseSeesArgusNodes() throws Exception {
    String address = "localhost:" + cluster.processes().ports().zooKeeper();
    ZooKeeper own = connect(address, new ZKClientConfig());
    ZKClientConfig nobodyConfig = new ZKClientConfig();
    nobodyConfig.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    ZooKeeper nobody = connect(address, nobodyConfig);
    try {
      List<String> nodes = new ArrayList<>(List.of("/hbase/argus"));
      for (int i = 0; i < nodes.size(); i++) {
        for (String child : own.getChildren(nodes.get(i), false)) {
          nodes.add(nodes.get(i) + "/" + child);
        }
      }
      assertThat(nodes).hasSizeGreaterThan(4);
      for (String node : nodes) {
        assertThat(own.getACL(node, new Stat()))
            .as(node)
            .isNotEmpty()
            .extracting(ACL::getId)
            .allSatisfy(
                id -> {
                  assertThat(id.getScheme()).isEqualTo("sasl");
                  assertThat(id.getId()).isEqualTo("hbase");
                });
        assertThatThrownBy(() -> nobody.getData(node, false, null))
            .isInstanceOf(KeeperException.NoAuthException.class);
        assertThatThrownBy(() -> nobody.setData(node, new byte[0], -1))
            .isInstanceOf(KeeperException.NoAuthException.class);
      }
    } finally {
      own.close();
      nobody.close();
    }
  }

  private static ZooKeeper connect(String address, ZKClientConfig config) throws Exception {
    CountDownLatch connected = new CountDownLatch(1);
    ZooKeeper client =
        new ZooKeeper(
            address,
            10_000,
            event -> {
              switch (event.getState()) {
                case SyncConnected, SaslAuthenticated -> connected.countDown();
                default -> {}
              }
            },
            config);
    assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
    return client;
  }

  @Test
  @Order(3)
  void anOrdinaryUserChangesAndReadsNothing() throws Exception {
    for (CliRun run : as("bob", List.of("set argus.mode=off", "off"))) {
      requireDenied(run, "change");
    }
    for (CliRun run : as("bob", List.of("status", "plan pin left=1/1", "history"))) {
      requireDenied(run, "read");
    }
    assertThat(stored().version()).isZero();
    assertThat(cluster.node("pin")).isEmpty();
    assertThat(cluster.plan().mode()).isNotEqualTo(Plan.Mode.PINNED);
  }

  private static void requireDenied(CliRun run, String verb) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(DENIED);
    assertThat(run.err())
        .contains(
            "only administrators of HBase may " + verb + " Argus: ",
            "Insufficient permissions for user 'bob' (global, action=ADMIN)",
            "grant 'bob', 'A'");
  }

  @Test
  @Order(4)
  void whoHasNoTicketChangesNothing() throws Exception {
    Map<String, String> nobody =
        Map.of(
            "KRB5CCNAME",
            directory.resolve("no-ticket").toString(),
            "JAVA_TOOL_OPTIONS",
            "-Djava.security.krb5.conf=" + kdc.clientConfiguration());
    CliRun off = end(start("off", nobody));
    assertThat(off.exitCode()).as(off.out() + off.err()).isNotZero();
    assertThat(stored().version()).isZero();
  }

  @Test
  @Order(5)
  void hbasesOwnUserSetsAndSwitchesAndIsNamedInTheLog() throws Exception {
    CliRun set = as(KerberosHBase.HBASE, "set argus.alpha=0.25");
    assertThat(set.exitCode()).as(set.out() + set.err()).isZero();
    assertThat(stored().log())
        .last()
        .satisfies(change -> assertThat(change.who()).isEqualTo("hbase"));
    CliRun off = as(KerberosHBase.HBASE, "off");
    assertThat(off.exitCode()).as(off.out() + off.err()).isZero();
    assertThat(Rows.scan(cluster.client(), TABLE)).isEqualTo(Rows.keys(50));
    CliRun on = as(KerberosHBase.HBASE, "on");
    assertThat(on.exitCode()).as(on.out() + on.err()).isZero();
  }

  @Test
  @Order(6)
  void anAdministratorWithoutTheServersKeysDoesEverything() throws Exception {
    granted(connection -> AccessControlClient.grant(connection, "carol", Permission.Action.ADMIN));
    Eventually.within(
        COMMAND, () -> requireDone(as("carol", "set argus.alpha=0.75 --reason quarter")));
    assertThat(stored().log())
        .last()
        .satisfies(change -> assertThat(change.who()).isEqualTo("carol"));
    requireDone(as("carol", "plan what-if left=1/1 --json"));
    requireDone(as("carol", "plan pin left=1/1 --reason report"));
    assertThat(cluster.plan().explanation().reason()).isEqualTo("pinned by carol: report");
    List<CliRun> reads =
        as("carol", List.of("settings log", "status", "plan show", "history --json"));
    reads.forEach(KerberosIT::requireDone);
    assertThat(reads.get(0).out()).contains("carol", "quarter");
    for (String command : List.of("plan unpin", "off", "on")) {
      requireDone(as("carol", command));
    }
    CliRun wrong = as("carol", "plan what-if left=2/1");
    assertThat(wrong.exitCode()).as(wrong.out() + wrong.err()).isNotZero();
    assertThat(wrong.err()).contains("must be within 0..1");
  }

  private static void requireDone(CliRun run) {
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
  }

  /** Grants something as HBase's own user. */
  private interface Grant {
    void by(Connection connection) throws Throwable;
  }

  private void granted(Grant grant) throws Exception {
    try (Connection connection = ((HBase2Client) cluster.newClient()).connection()) {
      grant.by(connection);
    } catch (Exception e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Order(7)
  void whoMayReadTheTablesOfATenantSeesThatTenantAndChangesNothing() throws Exception {
    granted(
        connection ->
            AccessControlClient.grant(
                connection, TableName.valueOf(TABLE), "bob", null, null, Permission.Action.READ));
    Eventually.within(COMMAND, () -> requireDone(as("bob", "status")));
    CliRun status = as("bob", "status");
    assertThat(status.out()).contains("Tenants whose tables you may read, without ADMIN: left");
    requireDone(as("bob", "explain left --seconds 0"));
    Eventually.within(COMMAND, () -> requireDone(as("bob", "usage left")));
    CliRun plan = as("bob", "plan show");
    assertThat(plan.exitCode()).as(plan.out() + plan.err()).isEqualTo(DENIED);
    assertThat(plan.err()).contains("sees status, explain and usage of left, not plan");
    requireDenied(as("bob", "off"), "change");
  }

  @Test
  @Order(8)
  void theSecurityLogNamesWhoDidItAndToWhomItWasRefused() throws Exception {
    assertThat(cluster.log("master"))
        .anyMatch(
            line ->
                line.contains("Access allowed for user carol; reason: Global check allowed;")
                    && line.contains("127.0.0.1; request: argus set;")
                    && line.contains("key=argus.alpha, before=0.25, after=0.75, reason=quarter"))
        .anyMatch(
            line ->
                line.contains("Access allowed for user carol;")
                    && line.contains("request: argus pin")
                    && line.contains("pinned by carol: report"))
        .anyMatch(
            line ->
                line.contains("Access denied for user bob; reason: Insufficient permissions")
                    && line.contains("127.0.0.1; request: argus set;"))
        .anyMatch(
            line ->
                line.contains("Access denied for user bob; reason: Insufficient permissions for")
                    && line.contains("request: argus read plan;"));
  }

  @Test
  @Order(9)
  void onlyHBaseReportsToTheMaster() throws Exception {
    platform
        .user("bob")
        .doAs(
            (PrivilegedExceptionAction<Void>)
                () -> {
                  try (Connection connection =
                          ConnectionFactory.createConnection(
                              ((HBase2Client) cluster.client()).connection().getConfiguration(),
                              User.getCurrent());
                      Admin admin = connection.getAdmin()) {
                    assertThatThrownBy(() -> ForgedReport.send(admin, "rs,16020,1"))
                        .hasStackTraceContaining("bob");
                  }
                  return null;
                });
  }

  @Test
  @Order(10)
  void thePageIsForWhoeverHBaseLetsIntoItsWebUi() throws Exception {
    for (int port :
        List.of(cluster.processes().ports().masterHttp(), cluster.regionServerPort(0))) {
      for (String path : List.of("/argus/", "/argus/status.json", "/argus/page.js")) {
        assertThat(WebPage.get(port, path).status()).as("without a ticket: " + path).isEqualTo(401);
        AskedPage page = AskedPage.as(platform.user("bob"), port, path);
        assertThat(page.status()).as(path + ": " + page.body()).isEqualTo(200);
      }
    }
    AskedPage report =
        AskedPage.as(platform.user("bob"), cluster.regionServerPort(0), "/argus/status.json");
    assertThat(report.body())
        .contains("\"components\"")
        .doesNotContain(ComponentStatus.State.FAILED.name());
    assertThat(Files.readString(cluster.processes().log("master")))
        .doesNotContain("Argus page cannot answer");
  }
}
