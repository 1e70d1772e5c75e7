package io.argus.hbase2;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.page.PageReply;
import io.argus.core.usage.ComponentStatus;
import io.argus.hbase2.server.ServerNodes;
import io.argus.master.MasterNode;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ChoreService;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.http.FilterContainer;
import org.apache.hadoop.hbase.ipc.RpcScheduler;
import org.apache.hadoop.hbase.regionserver.HRegionServer;
import org.apache.hadoop.hbase.regionserver.RSRpcServices;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Argus in an HBase that lacks a member: the component that needs it fails by name. */
@Tag("long") // loads HBase again and again
class MissingMemberTest {
  private static final String HBASE = "org.apache.hadoop.hbase.";
  private static final String COST_FUNCTIONS =
      "hbase.master.balancer.stochastic.additionalCostFunctions";

  /** Runs one of these classes, in the HBase of a loader. */
  private static List<?> run(Class<? extends Callable<List<String>>> start, String... hidden)
      throws Exception {
    ClassLoader loader = new HidingLoader(hidden);
    Constructor<?> constructor = loader.loadClass(start.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (List<?>) ((Callable<?>) constructor.newInstance()).call();
  }

  private static Configuration withoutZooKeeper() {
    Configuration conf = HBaseConfiguration.create();
    conf.set(HConstants.ZOOKEEPER_QUORUM, "127.0.0.1");
    conf.setInt(HConstants.ZOOKEEPER_CLIENT_PORT, 1);
    conf.setInt("zookeeper.recovery.retry", 0);
    return conf;
  }

  /** Starts Argus as a region server does; returns its scheduler and its components. */
  static final class RegionServerStart implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Configuration conf = withoutZooKeeper();
      conf.set(
          RSRpcServices.REGION_SERVER_RPC_SCHEDULER_FACTORY_CLASS,
          ArgusRpcSchedulerFactory.class.getName());
      ChoreService chores = new ChoreService("missing");
      ArgusRegionServerCoprocessor argus = new ArgusRegionServerCoprocessor();
      HRegionServer server = Broken.BusyRegionServer.create(chores);
      try {
        RpcScheduler scheduler =
            new ArgusRpcSchedulerFactory()
                .create(conf, Broken.unconstructed(RSRpcServices.class), server);
        Broken.set(server, HRegionServer.class, "conf", conf);
        argus.start(Broken.regionServerEnvironment(server, conf));
        List<String> found = new ArrayList<>();
        found.add(scheduler.getClass().getSimpleName());
        ServerNodes.of(server).stream()
            .flatMap(node -> node.components().statuses().stream())
            .map(ComponentStatus::toString)
            .forEach(found::add);
        return found;
      } finally {
        argus.stop(Broken.regionServerEnvironment(server, conf));
        chores.shutdown();
      }
    }
  }

  /**
   * Starts Argus as a master does, which asks for services first; returns its cost functions, and
   * services and status if any.
   */
  static final class MasterStart implements Callable<List<String>> {
    @Override
    public List<String> call() {
      Configuration conf = withoutZooKeeper();
      conf.set(COST_FUNCTIONS, "org.acme.Cost," + HBASE + "master.balancer.ArgusCostFunction");
      Broken.Master master = Broken.Master.create();
      Broken.set(master, HRegionServer.class, "conf", conf);
      ArgusMasterCoprocessor argus = new ArgusMasterCoprocessor();
      List<String> services = new ArrayList<>();
      argus.getServices().forEach(service -> services.add(service.getClass().getSimpleName()));
      argus.start(Broken.masterEnvironment(master, conf));
      List<String> found = new ArrayList<>();
      found.add(conf.get(COST_FUNCTIONS));
      found.addAll(services);
      ServerNodes.of(master).ifPresent(node -> found.add(status(node)));
      return found;
    }

    private static String status(MasterNode node) {
      node.plan();
      PageReply status = node.page().get("/argus/status.json", null).orElseThrow();
      return new String(status.body(), StandardCharsets.UTF_8);
    }
  }

  /** Initializes the web UI of a server; returns the filters that were added. */
  static final class PageStart implements Callable<List<String>> {
    @Override
    public List<String> call() {
      List<String> added = new ArrayList<>();
      FilterContainer container =
          (FilterContainer)
              Proxy.newProxyInstance(
                  FilterContainer.class.getClassLoader(),
                  new Class<?>[] {FilterContainer.class},
                  (proxy, method, arguments) -> {
                    added.add(String.valueOf(arguments[0]));
                    return null;
                  });
      new ArgusFilterInitializer().initFilter(container, new Configuration(false));
      return added;
    }
  }

  /** A member that a component of a region server needs, and no other. */
  private static final Map<String, String> NEEDED =
      Map.of(
          "cache", "io.hfile.BlockCacheKey.getHfileName",
          "scheduler", "ipc.RpcCall.getDeadline",
          "scans", "client.RegionInfo.getTable",
          "background", "regionserver.throttle.CompactionThroughputControllerFactory.create",
          "writes", "wal.WAL.registerWALActionsListener",
          "report-calls", "ipc.RpcClientFactory.createClient",
          "page", "http.FilterContainer.addGlobalFilter");

  @Test
  void eachComponentOfARegionServerFailsByTheNameOfWhatItNeeds() throws Exception {
    String[] hidden = NEEDED.values().stream().map(HBASE::concat).toArray(String[]::new);
    List<?> found = run(RegionServerStart.class, hidden);

    assertThat(found.get(0)).isEqualTo("SimpleRpcScheduler");
    NEEDED.forEach(
        (component, member) ->
            assertThat(found)
                .filteredOn(line -> line.toString().startsWith(component + " "))
                .singleElement()
                .asString()
                .startsWith(component + " FAILED: ")
                .containsPattern("this HBase lacks " + HBASE + member + "\\([^)]*\\)(: \\w+)?$"));
    assertThat(found)
        .filteredOn(line -> line.toString().contains("this HBase lacks"))
        .hasSameSizeAs(NEEDED.keySet());
  }

  @Test
  void theOthersWorkBesideAComponentThatFailed() throws Exception {
    List<?> found = run(RegionServerStart.class, HBASE + NEEDED.get("cache"));

    assertThat(found.get(0)).isEqualTo("ArgusRpcScheduler");
    assertThat(found)
        .filteredOn(line -> line.toString().contains("this HBase lacks"))
        .singleElement()
        .asString()
        .startsWith("cache FAILED: HBase's own block cache stays: ");
    assertThat(found.toString()).contains("scans ACTIVE", "background ACTIVE");
  }

  @Test
  void inAnHBaseThatHasThemAllNoneIsMissing() throws Exception {
    List<?> found = run(RegionServerStart.class);

    assertThat(found.get(0)).isEqualTo("ArgusRpcScheduler");
    assertThat(found).asString().doesNotContain("this HBase lacks").contains("scans ACTIVE");
    assertThat(run(MasterStart.class))
        .hasSize(3)
        .satisfies(
            all -> {
              assertThat(all.get(0)).asString().contains("ArgusCostFunction");
              assertThat(all.get(1)).isEqualTo("UnshadedControlService");
              assertThat(all.get(2)).asString().doesNotContain("this HBase lacks");
            });
    assertThat(run(PageStart.class)).isEqualTo(List.of("argus"));
  }

  @Test
  void aRegionServerWithoutWhatAllComponentsNeedWorksAsWithoutArgus() throws Exception {
    assertThat(
            run(
                RegionServerStart.class,
                HBASE + "coprocessor.HasRegionServerServices.getRegionServerServices"))
        .isEqualTo(List.of("SimpleRpcScheduler"));
  }

  @Test
  void aMasterSaysWhichComponentsOfItFailed() throws Exception {
    List<?> found =
        run(
            MasterStart.class,
            HBASE + "ipc.ServerRpcController.setFailedOn",
            HBASE + "master.balancer.BalancerClusterState.numServers",
            HBASE + "http.FilterContainer.addGlobalFilter");

    assertThat(found).hasSize(2);
    assertThat(found.get(0)).isEqualTo("org.acme.Cost");
    assertThat(found.get(1))
        .asString()
        .contains(
            "component control FAILED on the master: the master takes no calls of Argus: this HBase"
                + " lacks "
                + HBASE
                + "ipc.ServerRpcController.setFailedOn(",
            "component balancer FAILED on the master: the balancer works without Argus: this HBase"
                + " lacks "
                + HBASE
                + "master.balancer.BalancerClusterState.numServers: int",
            "component page FAILED on the master");
  }

  @Test
  void aMasterWithoutWhatArgusNeedsWorksAsWithoutArgus() throws Exception {
    List<?> found =
        run(MasterStart.class, HBASE + "coprocessor.HasMasterServices.getMasterServices");

    assertThat(found).hasSize(2);
    assertThat(found.get(1))
        .as("HBase asks for it before the start")
        .isEqualTo("UnshadedControlService");
  }

  @Test
  void aWebUiThatTakesNoFiltersInThatWayIsLeftAlone() throws Exception {
    assertThat(run(PageStart.class, HBASE + "http.FilterContainer.addGlobalFilter")).isEmpty();
  }
}
