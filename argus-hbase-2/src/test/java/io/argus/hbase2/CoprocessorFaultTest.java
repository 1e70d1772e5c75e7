package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.argus.core.page.PageReply;
import io.argus.core.usage.ComponentStatus;
import io.argus.hbase2.server.ServerNodes;
import io.argus.master.MasterNode;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ChoreService;
import org.apache.hadoop.hbase.CoprocessorEnvironment;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.junit.jupiter.api.Test;

/** No exception may leave a coprocessor's start, because it would abort the server. */
class CoprocessorFaultTest {
  private final Configuration conf = HBaseConfiguration.create();

  private static Optional<ComponentStatus> component(HRegionServer server, String name) {
    return ServerNodes.of(server)
        .flatMap(
            n ->
                n.components().statuses().stream()
                    .filter(s -> s.component().equals(name))
                    .findAny());
  }

  @Test
  void aForeignEnvironmentDoesNotAbortTheServer() {
    CoprocessorEnvironment foreign = Broken.implementation(CoprocessorEnvironment.class, Map.of());
    assertThatCode(
            () -> {
              ArgusRegionServerCoprocessor onRegionServer = new ArgusRegionServerCoprocessor();
              onRegionServer.start(foreign);
              onRegionServer.stop(foreign);
              new ArgusMasterCoprocessor().start(foreign);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void anEnvironmentThatThrowsDoesNotAbortTheServer() {
    assertThatCode(
            () -> {
              new ArgusRegionServerCoprocessor()
                  .start(Broken.implementation(Broken.RegionServerEnvironment.class, Map.of()));
              new ArgusMasterCoprocessor()
                  .start(Broken.implementation(Broken.MasterEnvironment.class, Map.of()));
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aRegionServerWithoutZooKeeperSaysThatThePlanDoesNotReachIt() {
    Configuration broken =
        new Configuration(conf) {
          @Override
          public String get(String name) {
            if (name.equals(HConstants.ZOOKEEPER_QUORUM)) {
              throw new Broken.Fault();
            }
            return super.get(name);
          }
        };
    HRegionServer server = Broken.RegionServer.create();
    ArgusRegionServerCoprocessor coprocessor = new ArgusRegionServerCoprocessor();
    assertThatCode(() -> coprocessor.start(Broken.regionServerEnvironment(server, broken)))
        .doesNotThrowAnyException();
    assertThat(component(server, "plan"))
        .hasValueSatisfying(
            status -> {
              assertThat(status.isActive()).isFalse();
              assertThat(status.reason()).contains("not connected with the planner", "injected");
            });
    assertThat(component(server, "report"))
        .hasValueSatisfying(
            status -> assertThat(status.reason()).contains("nothing will be reported"));
    assertThat(component(server, "cache"))
        .hasValueSatisfying(
            status -> assertThat(status.reason()).contains("the block cache is switched off"));
    assertThat(component(server, "scheduler"))
        .hasValueSatisfying(
            status ->
                assertThat(status.reason())
                    .contains(
                        "hbase.region.server.rpc.scheduler.factory.class is not set: must be "
                            + ArgusRpcSchedulerFactory.class.getName()));
    coprocessor.stop(Broken.regionServerEnvironment(server, conf));
    assertThat(ServerNodes.of(server)).isEmpty();
  }

  @Test
  void aReportThatCannotBeWrittenIsTold() throws Exception {
    conf.set("argus.report.period", "100");
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, 1);
    conf.setInt("zookeeper.recovery.retry", 0);
    ChoreService chores = new ChoreService("broken");
    try {
      HRegionServer server = Broken.BusyRegionServer.create(chores);
      new ArgusRegionServerCoprocessor().start(Broken.regionServerEnvironment(server, conf));
      long deadline = System.nanoTime() + 20_000_000_000L;
      while (component(server, "report").isEmpty() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
      assertThat(component(server, "report"))
          .hasValueSatisfying(
              status -> {
                assertThat(status.isActive()).isFalse();
                assertThat(status.reason()).contains("the last report failed", "injected");
              });
    } finally {
      chores.shutdown();
    }
  }

  @Test
  void aMasterWhoseChoresFailGoesOn() {
    assertThatCode(
            () ->
                new ArgusMasterCoprocessor()
                    .start(Broken.masterEnvironment(Broken.Master.create(), conf)))
        .doesNotThrowAnyException();
  }

  @Test
  void aPlanningRoundWithoutZooKeeperAndTablesSaysSoInItsStatus() {
    MasterNode node = ServerNodes.install(Broken.Master.create(), conf);
    assertThatCode(node::plan).doesNotThrowAnyException();
    PageReply status = node.page().get("/argus/status.json", null).orElseThrow();
    assertThat(new String(status.body(), StandardCharsets.UTF_8))
        .contains(
            "usage reports cannot be read",
            "tenants cannot be listed",
            "the stored plans cannot be read, nothing is planned",
            "the status cannot be written");
  }
}
