package org.apache.hadoop.hbase.master.balancer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.hbase2.server.GivenMaster;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.master.MasterServices;
import org.apache.hadoop.hbase.master.RackManager;
import org.apache.hadoop.hbase.master.RegionPlan;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On HBase's real balancer. */
class ArgusCostFunctionTest {
  private static final String FUNCTIONS =
      "hbase.master.balancer.stochastic.additionalCostFunctions";
  private static final String NAME = "org.apache.hadoop.hbase.master.balancer.ArgusCostFunction";
  private static final ServerName X = ServerName.valueOf("x", 16020, 1);
  private static final ServerName Y = ServerName.valueOf("y", 16020, 1);

  private final Map<ServerName, List<RegionInfo>> cluster = new TreeMap<>();
  private final GivenMaster master = new GivenMaster(Map.of());

  @AfterEach
  void stop() {
    GivenMaster.none();
  }

  private static Configuration conf() {
    Configuration conf = HBaseConfiguration.create();
    conf.setBoolean("hbase.master.balancer.uselocality", false);
    conf.setFloat("hbase.master.balancer.stochastic.localityCost", 0);
    conf.setFloat("hbase.master.balancer.stochastic.rackLocalityCost", 0);
    conf.setLong("hbase.master.balancer.stochastic.maxRunningTime", 2_000);
    return conf;
  }

  private static Configuration withArgus() {
    Configuration conf = conf();
    conf.set(FUNCTIONS, NAME);
    return conf;
  }

  /** Four tables of one region each, so that only Argus sees that they belong together. */
  private void tables(String tenant, ServerName server) {
    for (int i = 0; i < 4; i++) {
      TableName table = TableName.valueOf(tenant, "t" + i);
      RegionInfo region = RegionInfoBuilder.newBuilder(table).build();
      cluster.computeIfAbsent(server, s -> new ArrayList<>()).add(region);
      master.region(region.getEncodedName(), table.getNameAsString(), server.getServerName());
    }
  }

  /** Two tenants that need the disk are on one server, two idle ones on the other. */
  private void skewed() {
    tables("a", X);
    tables("b", X);
    tables("idle", Y);
    tables("asleep", Y);
    master.diskBound("a", X.getServerName()).diskBound("b", X.getServerName());
    master.rounds(4);
  }

  /** The balancer asks its master for the configuration only. */
  private static MasterServices master(Configuration conf) {
    return (MasterServices)
        Proxy.newProxyInstance(
            MasterServices.class.getClassLoader(),
            new Class<?>[] {MasterServices.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getConfiguration")) {
                return conf;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }

  private List<RegionPlan> plans(Configuration conf) {
    StochasticLoadBalancer balancer = new StochasticLoadBalancer();
    balancer.setMasterServices(master(conf));
    balancer.loadConf(conf);
    Map<ServerName, List<RegionInfo>> copy = new HashMap<>();
    cluster.forEach((server, regions) -> copy.put(server, new ArrayList<>(regions)));
    @Nullable List<RegionPlan> plans = balancer.balanceTable(HConstants.ENSEMBLE_TABLE_NAME, copy);
    return plans == null ? List.of() : plans;
  }

  private static long busy(List<RegionInfo> regions) {
    return regions.stream()
        .filter(r -> List.of("a", "b").contains(r.getTable().getNamespaceAsString()))
        .count();
  }

  private BalancerClusterState state() {
    return new BalancerClusterState(cluster, new HashMap<>(), null, new RackManager(conf()));
  }

  private static ArgusCostFunction prepared(BalancerClusterState state) {
    ArgusCostFunction function = new ArgusCostFunction(conf());
    function.prepare(state);
    return function;
  }

  @Test
  void theBalancerMovesTenantsApartThatNeedTheSame() {
    skewed();
    assertThat(plans(conf())).as("stock HBase sees nothing to do").isEmpty();

    List<RegionPlan> plans = plans(withArgus());

    assertThat(plans).isNotEmpty();
    for (RegionPlan plan : plans) {
      cluster.get(plan.getSource()).remove(plan.getRegionInfo());
      cluster.get(plan.getDestination()).add(plan.getRegionInfo());
    }
    assertThat(cluster.get(X)).hasSize(8);
    assertThat(busy(cluster.get(X))).isEqualTo(4);
    assertThat(prepared(state()).cost()).isZero();
    assertThat(plans(withArgus())).as("what is even stays").isEmpty();
  }

  @Test
  void withoutAPlanOrTenantsItIsNotNeededAndCostsNothing() {
    tables("a", X);
    tables("idle", Y);
    ArgusCostFunction noPlan = prepared(state());
    assertThat(noPlan.isNeeded()).isFalse();
    assertThat(noPlan.cost()).isZero();
    assertThat(plans(withArgus())).isEmpty();
    GivenMaster.none();
    ArgusCostFunction noMaster = prepared(state());
    assertThat(noMaster.isNeeded()).isFalse();
    noMaster.regionMoved(0, 0, 1);
    assertThat(noMaster.cost()).isZero();
  }

  @Test
  void modeOffCostsNothing() {
    GivenMaster off = new GivenMaster(Map.of("argus.mode", "off"));
    off.region("r", "a:t", X.getServerName()).diskBound("a", X.getServerName()).rounds(4);
    assertThat(off.node().regionNeeds().isEmpty()).isTrue();
  }

  @Test
  void theCostFollowsEveryMove() {
    skewed();
    BalancerClusterState state = state();
    ArgusCostFunction function = prepared(state);
    assertThat(function.isNeeded()).isTrue();
    assertThat(function.cost()).isCloseTo(1, within(1e-9));
    Random random = new Random(7);
    for (int i = 0; i < 300; i++) {
      int region = random.nextInt(state.numRegions);
      int from = state.regionIndexToServerIndex[region];
      BalanceAction action = new MoveRegionAction(region, from, 1 - from);
      state.doAction(action);
      function.postAction(action);
      ArgusCostFunction anew = prepared(state);
      assertThat(function.cost()).isBetween(0.0, 1.0).isCloseTo(anew.cost(), within(1e-6));
    }
  }

  @Test
  void itsFactorIsASettingOfHBase() {
    assertThat(new ArgusCostFunction(conf()).getMultiplier())
        .isEqualTo(ArgusCostFunction.DEFAULT_COST);
    Configuration conf = conf();
    conf.set("hbase.master.balancer.stochastic.argusCost", "7.5");
    assertThat(new ArgusCostFunction(conf).getMultiplier()).isEqualTo(7.5f);
    conf.set("hbase.master.balancer.stochastic.argusCost", "much");
    assertThat(new ArgusCostFunction(conf).getMultiplier())
        .isEqualTo(ArgusCostFunction.DEFAULT_COST);
  }

  @Test
  void aFaultIsNoneOfTheBalancers() {
    skewed();
    BalancerClusterState state = state();
    state.regions[0] = null;
    ArgusCostFunction function = prepared(state);
    assertThat(function.isNeeded()).isFalse();
    assertThat(function.cost()).isZero();
  }
}
