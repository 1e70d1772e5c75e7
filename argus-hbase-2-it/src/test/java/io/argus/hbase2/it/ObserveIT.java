package io.argus.hbase2.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.runtime.Plugin;
import io.argus.contract.CliRun;
import io.argus.contract.Eventually;
import io.argus.contract.LoadedCluster;
import io.argus.contract.PrintedFragment;
import io.argus.contract.Rows;
import io.argus.contract.TestCluster;
import io.argus.contract.WebPage;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A new installation changes nothing that a client or a dashboard of HBase could notice: the same
 * processes first without Argus, then with the keys that {@code argus install --print} prints. Then
 * it is told to enforce shares, and to stop, under load.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ObserveIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int ROWS = 2_000;
  private static final String SMALL = "alice:orders";
  private static final String SCANNED = "bob:orders";

  /** Argus's own, and those of single tables, which come with the first request on one. */
  private static final Pattern NOT_COMPARED =
      Pattern.compile("argus|TableRequests_", Pattern.CASE_INSENSITIVE);

  /** Attributes that are there once a call took so long or was so large. */
  private static final Pattern BY_VALUE = Pattern.compile("_(Time|Size)RangeCount_");

  private static final Pattern CACHE =
      Pattern.compile("<td>Implementation</td>\\s*<td>\\s*(?:<a [^>]*>)?\\s*([A-Za-z]+)");

  /** One of HBase's handlers, for gets alone, of call queues that drop late calls. */
  private static final String READ_HANDLER = "RpcServer.default.FPRWQ.Codel.read.handler=";

  private static final String SERVER_BEAN = "Hadoop:service=HBase,name=RegionServer,sub=Server";

  /** Of hbase:meta. HBase looks for new beans of coprocessors every ten seconds. */
  private static final String COPROCESSOR_BEAN =
      "Hadoop:service=HBase,name=RegionServer,sub=Coprocessor.Region"
          + ".CP_org.apache.hadoop.hbase.coprocessor.MultiRowMutationEndpoint";

  /** HBase's way to have traces: an agent, here one that logs what it would send. */
  private static final String TRACES =
      "-javaagent:"
          + Path.of("target", "trace", "opentelemetry-javaagent.jar").toAbsolutePath()
          + " -Dotel.traces.exporter=logging-otlp -Dotel.metrics.exporter=none"
          + " -Dotel.logs.exporter=none -Dotel.traces.sampler=traceidratio"
          + " -Dotel.traces.sampler.arg=0.02";

  private static final Pattern ADMISSION =
      Pattern.compile("\"argus\\.admission\".*\"argus\\.wait\\.queue\\.micros\"");

  private static final Pattern WATCHED =
      Pattern.compile("Shares are enforced in [1-9]\\d* regions that were open before");

  private TestCluster cluster;
  private Server stock;

  /** What a region server shows of itself. */
  private record Server(Map<String, Set<String>> beans, String cache) {
    static Server of(TestCluster cluster) throws Exception {
      int port = cluster.regionServerPort(0);
      JsonObject page = JsonParser.parseString(WebPage.get(port, "/jmx").body()).getAsJsonObject();
      Map<String, Set<String>> beans = new TreeMap<>();
      for (JsonElement each : page.getAsJsonArray("beans")) {
        JsonObject bean = each.getAsJsonObject();
        String name = bean.get("name").getAsString();
        if (name.startsWith("Hadoop:") && !NOT_COMPARED.matcher(name).find()) {
          Set<String> attributes = new TreeSet<>(bean.keySet());
          attributes.removeIf(attribute -> BY_VALUE.matcher(attribute).find());
          beans.put(name, attributes);
        }
      }
      Matcher cache = CACHE.matcher(WebPage.get(port, "/rs-status").body());
      assertThat(cache.find()).as("the page names the class of the block cache").isTrue();
      return new Server(beans, cache.group(1));
    }
  }

  @BeforeAll
  void startWithoutArgus() throws Exception {
    ClusterSettings settings =
        TestCluster.settings(1)
            .withSite("hbase.ipc.server.callqueue.type", "codel")
            .withSite("hbase.ipc.server.callqueue.handler.factor", "0.5")
            .withSite("hbase.ipc.server.callqueue.read.ratio", "0.5")
            .withSite("hfile.block.cache.policy", "TinyLFU");
    cluster = TestCluster.start(HBase2.onHadoop(2), "observe", settings, Plugin.none());
    for (String table : List.of(SMALL, SCANNED)) {
      cluster.client().createTable(table, false, null, List.of());
      Rows.write(cluster.client(), table, table.equals(SMALL) ? 50 : ROWS);
      cluster.client().flush(table);
    }
    try (LoadedCluster load = new LoadedCluster(cluster, SMALL, SCANNED, ROWS)) {
      load.awaitMore();
      // HBase takes all its beans away for a moment after regions have opened.
      Eventually.within(
          SOON,
          () -> {
            stock = Server.of(cluster);
            assertThat(stock.beans())
                .containsKeys(
                    SERVER_BEAN, COPROCESSOR_BEAN, "Hadoop:service=HBase,name=UgiMetrics");
          });
    }
    PrintedFragment fragment = PrintedFragment.print("2.6");
    cluster.restart(settings, new Plugin("argus", List.of(fragment.jar()), fragment.keys()));
  }

  @AfterAll
  void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  private String stacks() throws Exception {
    return WebPage.get(cluster.regionServerPort(0), "/stacks").body();
  }

  private ComponentStatus component(String name) throws Exception {
    return cluster.report(0).components().stream()
        .filter(status -> status.component().equals(name))
        .findAny()
        .orElseThrow();
  }

  private void requireOperations(boolean counted) throws Exception {
    Eventually.within(
        SOON,
        () -> {
          UsageReport report = cluster.freshReports().get(0);
          for (String tenant : List.of("alice", "bob")) {
            double operations =
                report.tenants().stream()
                    .filter(usage -> usage.tenant().equals(TenantId.of(tenant)))
                    .mapToDouble(TenantUsage::totalOperationsPerSecond)
                    .sum();
            assertThat(operations > 0).as(tenant + ": " + operations).isEqualTo(counted);
          }
        });
  }

  private void requireHBaseServes(LoadedCluster load) throws Exception {
    load.awaitMore();
    Server now = Server.of(cluster);
    assertThat(now.cache()).isEqualTo(stock.cache()).isEqualTo("TinyLfuBlockCache");
    assertThat(stacks()).contains(READ_HANDLER);
  }

  private void requireSameBeans(Map<String, Set<String>> beans) {
    assertThat(beans.keySet()).isEqualTo(stock.beans().keySet());
    stock
        .beans()
        .forEach(
            (name, attributes) -> assertThat(beans.get(name)).as(name).containsAll(attributes));
  }

  private void requireMode(String... command) {
    CliRun run = cluster.argus(command);
    assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
    assertThat(run.out()).contains("in force on every server");
  }

  @Test
  @Order(1)
  void observedServersAreHBaseAndWhatTenantsUseIsCounted() throws Exception {
    try (LoadedCluster load = new LoadedCluster(cluster, SMALL, SCANNED, ROWS)) {
      requireHBaseServes(load);
      requireOperations(true);
      assertThat(stacks()).as("Argus runs no call").doesNotContainPattern("argus\\.handler-\\d");
      Eventually.within(SOON, () -> requireSameBeans(Server.of(cluster).beans()));
      load.requireNoError();
    }
    for (String component : List.of("cache", "scheduler", "scans", "background")) {
      assertThat(component(component).reason()).isEqualTo("argus.mode is observe");
    }
    TenantUsage alice = cluster.freshReports().get(0).tenants().get(0);
    assertThat(alice.cacheBytes()).as("not to be had beside HBase's own cache").isZero();
  }

  @Test
  @Order(2)
  void sharesAreEnforcedAndNotEnforcedUnderLoadAndNobodySeesAnError() throws Exception {
    try (LoadedCluster load = new LoadedCluster(cluster, SMALL, SCANNED, ROWS)) {
      load.awaitMore();
      CliRun enforce = cluster.argus("mode", "enforce");
      assertThat(enforce.exitCode()).as(enforce.out() + enforce.err()).isZero();
      assertThat(enforce.out())
          .contains("in force on every server")
          .containsPattern(
              "component cache: argus.mode was observe, when this server started; to switch it"
                  + " on, restart: \\S+,\\d+,\\d+");
      load.awaitMore();
      assertThat(stacks()).as("Argus runs the calls").containsPattern("argus\\.handler-\\d");
      assertThat(component("scheduler").isActive()).isTrue();
      Eventually.within(
          SOON,
          () ->
              assertThat(cluster.log("regionserver-0"))
                  .anyMatch(line -> WATCHED.matcher(line).find()));
      assertThat(component("cache").cause()).isEqualTo(Reason.NEEDS_RESTART);
      assertThat(cluster.argus("doctor").out())
          .containsPattern(
              "NOTE component-disabled: \\S+ component cache DISABLED: argus.mode was");
      Eventually.within(
          SOON,
          () ->
              assertThat(cluster.argus("status").out())
                  .contains("cache DISABLED: argus.mode was observe"));
      requireOperations(true);

      requireMode("off");
      requireHBaseServes(load);
      requireOperations(false);

      requireMode("mode", "observe");
      requireHBaseServes(load);
      requireOperations(true);
      requireMode("mode", "enforce");
      load.awaitMore();
      load.requireNoError();
    }
    assertThat(Rows.scan(cluster.client(), SCANNED)).isEqualTo(Rows.keys(ROWS));
  }

  private void restartWithTraces() throws Exception {
    cluster.processes().kill("regionserver-0");
    System.setProperty("argus.cluster.java.flags", TRACES);
    try {
      cluster.startRegionServer(0);
    } finally {
      System.clearProperty("argus.cluster.java.flags");
    }
  }

  /** The mode of the cluster counts, though hbase-site.xml still says observe. */
  @Test
  @Order(3)
  void aServerThatStartsWhileSharesAreEnforcedPartitionsItsCache() throws Exception {
    restartWithTraces();
    Eventually.within(SOON, () -> assertThat(cluster.client().get(SMALL, Rows.key(0))).isNotNull());
    assertThat(component("cache").isActive()).isTrue();
    assertThat(Server.of(cluster).cache()).isEqualTo("ArgusBlockCache");
    requireWaitsInTraces();
    CliRun off = cluster.argus("off");
    assertThat(off.out())
        .containsPattern(
            "component cache: argus.mode is off; what Argus put in place stays, .*restarts: \\S+");
  }

  private void requireWaitsInTraces() throws Exception {
    try (LoadedCluster load = new LoadedCluster(cluster, SMALL, SCANNED, ROWS)) {
      Eventually.within(
          SOON,
          () ->
              assertThat(cluster.log("regionserver-0"))
                  .anyMatch(line -> ADMISSION.matcher(line).find()));
      load.requireNoError();
    }
  }

  @Test
  @Order(4)
  void aServerThatStartsWhileArgusIsOffHasHBasesOwnCacheAgain() throws Exception {
    cluster.processes().kill("regionserver-0");
    cluster.startRegionServer(0);
    Eventually.within(SOON, () -> assertThat(cluster.client().get(SMALL, Rows.key(0))).isNotNull());
    assertThat(Server.of(cluster).cache()).isEqualTo(stock.cache());
    assertThat(component("cache").reason()).isEqualTo("argus.mode is off");
  }
}
