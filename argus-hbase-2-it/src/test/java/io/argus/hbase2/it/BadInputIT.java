package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.SteadyClient;
import io.argus.contract.TestCluster;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.usage.ComponentStatus;
import io.argus.master.status.ClusterStatus;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Wrong input to Argus, by people and by accident, on a real cluster. Each time there is a clear
 * message, the service continues and nothing is lost.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BadInputIT {
  private static final String LEFT = "left:rows";
  private static final String RIGHT = "right:rows";
  private static final String VICTIM = "victim:rows";
  private static final String FRESH = "fresh:rows";
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final String NO_SUCH_FACTORY = "org.acme.NoSuchSchedulerFactory";
  private static final String OTHER_FACTORY =
      "org.apache.hadoop.hbase.regionserver.FifoRpcSchedulerFactory";

  private Plugin plugin;
  private TestCluster cluster;
  private SteadyClient steady;

  @BeforeAll
  void startWithAbsurdSettings() throws Exception {
    plugin = PrintedFragment.print("2.6").plugin();
    ClusterSettings settings =
        TestCluster.settings(1)
            .withSite("argus.alpha", "7")
            .withSite("argus.credits", "-5")
            .withSite("argus.io.wait.limit", "never")
            .withSite("argus.tenant.rules", "nonsense")
            .withSite("argus.scheduler.delegate", NO_SUCH_FACTORY);
    cluster = TestCluster.start(HBase2.onHadoop(2), "bad-input", settings, plugin);
    for (String table : List.of(LEFT, RIGHT, VICTIM)) {
      cluster.client().createTable(table, false, null, List.of());
      Rows.write(cluster.client(), table, 50);
    }
    steady = new SteadyClient(cluster.newClient(), LEFT);
    Eventually.within(SOON, () -> assertThat(tenants()).contains("left", "right", "victim"));
  }

  @AfterAll
  void stop() throws Exception {
    try (AutoCloseable processes = cluster) {
      requireSteadyClientUnhurt();
    }
  }

  private void requireSteadyClientUnhurt() throws Exception {
    if (steady != null) {
      steady.close();
      assertThat(steady.errors()).as("errors of the steady client").isEmpty();
      assertThat(steady.operations()).isGreaterThan(50);
      steady = null;
    }
  }

  private Set<String> tenants() throws Exception {
    return namesOf(cluster.plan().reservations());
  }

  private static Set<String> namesOf(Collection<Reservation> reservations) {
    return reservations.stream()
        .map(reservation -> reservation.tenant().name())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void requireInLog(String process, String... parts) throws Exception {
    Eventually.within(
        SOON,
        () -> assertThat(cluster.log(process)).anySatisfy(l -> assertThat(l).contains(parts)));
  }

  @ParameterizedTest
  @Order(1)
  @CsvSource({
    "argus.alpha, 7, a number from 0.0 to 1.0, 0.5",
    "argus.credits, -5, bytes per 2 seconds, auto",
    "argus.io.wait.limit, never, a whole number from 1 to 3600000, 10000",
    "argus.tenant.rules, nonsense, namespace:table=tenant, ''"
  })
  void anAbsurdSettingIsNamedWithWhatWouldBeRightAndItsDefaultIsUsed(
      String key, String value, String right, String byDefault) throws Exception {
    String[] parts = {
      key + " is '" + value + "': must be", right, "the default '" + byDefault + "' is used"
    };
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.status().problems())
                .anySatisfy(problem -> assertThat(problem).contains(parts)));
    requireInLog("regionserver-0", parts);
    assertThat(cluster.status().alpha()).isEqualTo(0.5);
  }

  @Test
  @Order(2)
  void aSchedulerClassThatDoesNotExistIsNamedAndHBasesOwnIsUsed() throws Exception {
    requireInLog(
        "regionserver-0",
        "argus.scheduler.delegate is '" + NO_SUCH_FACTORY + "': must be the name of an",
        "HBase's own scheduler is used");
    requireComponentsActive();
    assertThat(Rows.scan(cluster.client(), RIGHT)).isEqualTo(Rows.keys(50));
  }

  private void requireComponentsActive() throws Exception {
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.report(0).components())
                .hasSizeGreaterThan(4)
                .allMatch(ComponentStatus::isActive));
  }

  private static String planJson(long version, String mode, double share, String... tenants) {
    StringBuilder json = new StringBuilder();
    json.append("{\"version\":").append(version).append(",\"mode\":\"").append(mode);
    json.append("\",\"createdMillis\":1,\"reservations\":[");
    for (int i = 0; i < tenants.length; i++) {
      json.append(i == 0 ? "" : ",").append("{\"tenant\":\"").append(tenants[i]);
      json.append("\",\"shares\":{\"cache\":").append(share).append(",\"hdfs\":").append(share);
      json.append("}}");
    }
    return json.append("]}").toString();
  }

  @ParameterizedTest
  @Order(10)
  @CsvSource(
      delimiter = '|',
      value = {
        "?? not a plan {{{ | plan cannot be read",
        "{} | plan lacks 'mode'",
        "sums to 1.4 | shares of the plan sum to 1.4: must sum to 1"
      })
  void aCorruptPlanIsReportedIgnoredAndReplaced(String text, String complaint) throws Exception {
    Plan before = cluster.plan();
    String stored =
        text.startsWith("sums")
            ? planJson(before.version() + 1, "AUTO", 0.7, "left", "right")
            : text;
    cluster.write("plan", stored);
    Eventually.within(
        SOON,
        () ->
            assertThat(cluster.status().problems())
                .anySatisfy(p -> assertThat(p).contains("the stored PLAN is corrupt", complaint)));
    Eventually.within(
        SOON, () -> assertThat(cluster.plan().version()).isGreaterThan(before.version()));
    assertThat(tenants()).isEqualTo(namesOf(before.reservations()));
    requireInLog("regionserver-0", "stored plan ignored, plan v", " kept: ", complaint);
    requireCurrentPlanInForce();
  }

  private void requireCurrentPlanInForce() throws Exception {
    Eventually.within(
        SOON,
        () -> {
          assertThat(cluster.report(0).planVersion()).isEqualTo(cluster.plan().version());
          assertThat(cluster.status().problems()).noneMatch(p -> p.contains("corrupt"));
        });
  }

  @Test
  @Order(11)
  void aPlanForTenantsThatDoNotExistIsReplaced() throws Exception {
    Plan before = cluster.plan();
    long foreign = before.version() + 1;
    cluster.write("plan", planJson(foreign, "AUTO", 0.5, "mallory", "trent"));
    Eventually.within(SOON, () -> assertThat(cluster.plan().version()).isGreaterThan(foreign));
    assertThat(tenants()).isEqualTo(namesOf(before.reservations()));
    assertThat(cluster.plan().explanation().reason()).contains("tenants went: [mallory, trent]");
    requireCurrentPlanInForce();
  }

  @ParameterizedTest
  @Order(20)
  @CsvSource(
      delimiter = '|',
      value = {
        "nosuch=0.5/0.5 left=0.5/0.5 | tenant nosuch is not known: must be one of [left, right",
        "left=0.9/0.5 right=0.5/0.5 | CACHE shares of the changed tenants sum to 1.400: must be 1 or less",
        "left=0.5/0.5 right=0.3/0.3 victim=0.2/0.1 | HDFS shares of the changed tenants sum to 0.9",
        "left:0.5/0.5 | 'left:0.5/0.5' cannot be read: must be TENANT=CACHE/HDFS",
        "left=much/0.5 | 'left=much/0.5' cannot be read: must be TENANT=CACHE/HDFS",
        "left=-1/1 right=2/0 | cache share of tenant left is -1.0: must be within 0..1",
        "left=NaN/1 | cache share of tenant left is NaN: must be within 0..1",
        "left=0.5/0.5 left=0.5/0.5 | 'left' is given twice",
        "../x=1/1 | tenant name '../x' is not legal",
        ".x=1/1 | tenant name '.x' is not legal"
      })
  void aPinThatMakesNoSenseIsRefusedAndNothingIsWritten(String shares, String complaint)
      throws Exception {
    String[] words = ("plan pin " + shares).split(" ");
    CliRun run = cluster.argus(words);
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).contains(complaint);
    assertThat(cluster.node("pin")).isEmpty();
    assertThat(cluster.plan().mode()).isNotEqualTo(Plan.Mode.PINNED);
  }

  @Test
  @Order(21)
  void aPinWhoseSharesRoundIsTakenAndTheOneThatGotCorruptIsKept() throws Exception {
    CliRun run = cluster.argus("plan", "pin", "left=0.7/0.1", "right=0.2/0.2", "victim=0.1/0.7");
    assertThat(run.exitCode()).as(run.err()).isZero();
    Plan pinned = cluster.plan();
    for (String corrupt : List.of("}{", planJson(0, "PINNED", 0.7, "left", "right"))) {
      cluster.write("pin", corrupt);
      requireProblem("the stored PIN is corrupt");
      awaitTwoMoreTicks();
      requireProblem("the stored PIN is corrupt");
      assertThat(cluster.plan().version()).isEqualTo(pinned.version());
      assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.PINNED);
      assertThat(cluster.report(0).planVersion()).isEqualTo(pinned.version());
    }
    assertThat(cluster.argus("plan", "unpin").exitCode()).isZero();
    assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.AUTO);
    cluster.write("pin", "}{");
    requireProblem("the stored PIN is corrupt");
    assertThat(cluster.plan().mode()).as("no pin before").isEqualTo(Plan.Mode.AUTO);
    assertThat(cluster.argus("plan", "unpin").exitCode()).isZero();
    requireCurrentPlanInForce();
  }

  @Test
  @Order(22)
  void tenantsThatAPinDoesNotNameKeepALittle() throws Exception {
    CliRun run = cluster.argus("plan", "pin", "left=0.5/0.5", "right=0.5/0.5");
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(cluster.plan().mode()).isEqualTo(Plan.Mode.PINNED);
    assertThat(cluster.plan().reservations())
        .allSatisfy(reservation -> assertThat(reservation.hdfsShare()).isPositive())
        .hasSize(3);
    assertThat(cluster.argus("plan", "unpin").exitCode()).isZero();
  }

  private void requireProblem(String problem) throws Exception {
    Eventually.within(
        SOON, () -> assertThat(cluster.status().problems()).anyMatch(p -> p.contains(problem)));
  }

  private void awaitTwoMoreTicks() throws Exception {
    for (int i = 0; i < 2; i++) {
      ClusterStatus before = cluster.status();
      Eventually.within(
          SOON,
          () -> assertThat(cluster.status().writtenMillis()).isGreaterThan(before.writtenMillis()));
    }
  }

  @Test
  @Order(30)
  void aNamespaceMadeMidRunAppearsInThePlan() throws Exception {
    cluster.client().createTable(FRESH, false, null, List.of());
    Rows.write(cluster.client(), FRESH, 50);
    Eventually.within(SOON, () -> assertThat(tenants()).contains("fresh"));
    requireCurrentPlanInForce();
  }

  @Test
  @Order(31)
  void aTableDroppedMidRunTakesItsTenantAlongAndHurtsNobodyElse() throws Exception {
    long operationsBefore = steady.operations();
    try (SteadyClient reader = new SteadyClient(cluster.newClient(), VICTIM)) {
      Eventually.within(SOON, () -> assertThat(reader.operations()).isGreaterThan(60));
      assertThat(reader.errors()).isEmpty();
      cluster.client().dropTable(VICTIM);
    }
    Eventually.within(Duration.ofSeconds(60), () -> assertThat(tenants()).doesNotContain("victim"));
    assertThat(steady.operations()).isGreaterThan(operationsBefore);
    assertThat(steady.errors()).isEmpty();
    assertThat(cluster.processes().dead()).isEmpty();
    requireComponentsActive();
  }

  @Test
  @Order(40)
  void anotherSchedulerFactoryThatWasConfiguredBeforeArgusGoesOn() throws Exception {
    requireSteadyClientUnhurt();
    cluster.restart(
        TestCluster.settings(1).withSite("argus.scheduler.delegate", OTHER_FACTORY), plugin);
    requireInLog("regionserver-0", "FifoRpcScheduler");
    requireComponentsActive();
    assertThat(Rows.scan(cluster.client(), RIGHT)).isEqualTo(Rows.keys(50));
    Rows.write(cluster.client(), RIGHT, 200);
    assertThat(Rows.scan(cluster.client(), RIGHT)).isEqualTo(Rows.keys(200));
    Eventually.within(SOON, () -> assertThat(cluster.status().problems()).isEmpty());
  }
}
