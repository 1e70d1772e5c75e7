package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.master.SimulatedCluster.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The planner in a closed loop with several servers. */
class SeveralServersPlanTest {
  private static final double EVEN = 1.0 / 3;
  private static final Workload READER = reader(3 * 689L << 20);

  private final InMemoryDocuments store = new InMemoryDocuments();
  private final Map<String, String> keys = new HashMap<>();
  private final List<Double> ratios = new ArrayList<>();
  private long nowMillis = 1_000_000;

  private static Workload reader(long dataBytes) {
    return new Workload(RequestKind.GET, dataBytes, 1, 1, 20_000, 0.007);
  }

  private MasterPlanner master(SimulatedServers cluster) {
    return new MasterPlanner(cluster, store, () -> Settings.read(keys::get));
  }

  private void tick(SimulatedServers cluster, MasterPlanner master, int times) throws IOException {
    for (int i = 0; i < times; i++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      master.tick(nowMillis);
      ratios.add(cluster.minMaxRatio());
    }
  }

  private static SimulatedServers skewed() {
    return new SimulatedServers(3)
        .with("a", READER, .8, .1, .1)
        .with("b", READER, .1, .8, .1)
        .with("c", READER, EVEN, EVEN, EVEN);
  }

  @Test
  void underSkewTenantsSufferEqually() throws IOException {
    SimulatedServers cluster = skewed();
    MasterPlanner master = master(cluster);
    tick(cluster, master, 5);
    double equalShares = cluster.minMaxRatio();
    double operations = cluster.operations();
    tick(cluster, master, 25);
    Plan plan = cluster.plan();
    assertThat(cluster.minMaxRatio())
        .as("with equal shares %.3f, then %s", equalShares, ratios)
        .isGreaterThanOrEqualTo(0.95);
    assertThat(cluster.operations()).isGreaterThanOrEqualTo(0.99 * operations);
    assertThat(plan.servers()).isNotEmpty();
    assertThat(plan.explanation().moves()).anyMatch(move -> move.contains(" on rs"));
    int writes = store.planWrites;
    tick(cluster, master, 60);
    assertThat(store.planWrites).as("plans after convergence").isEqualTo(writes);
    System.out.printf("min-max ratio: equal shares %.3f, planned %s%n", equalShares, ratios);
  }

  @Test
  void mixedWorkloadsUnderSkewSufferNoMoreThanWithEqualShares() throws IOException {
    Workload hot = new Workload(RequestKind.GET, 577L << 20, 0.56, 1, 20_000, 0.26);
    SimulatedServers cluster =
        new SimulatedServers(3)
            .with("a", hot, .8, .1, .1)
            .with("b", READER, .1, .8, .1)
            .with("c", READER, EVEN, EVEN, EVEN);
    MasterPlanner master = master(cluster);
    tick(cluster, master, 5);
    double least = Math.min(cluster.ratio("a"), Math.min(cluster.ratio("b"), cluster.ratio("c")));
    tick(cluster, master, 40);
    for (String tenant : List.of("a", "b", "c")) {
      assertThat(cluster.ratio(tenant)).isGreaterThanOrEqualTo(0.98 * least);
    }
    System.out.printf("mixed workloads, min-max ratio: %s%n", ratios);
  }

  @Test
  void anEvenlySpreadClusterHasThePlanOfOneServer() throws IOException {
    SimulatedServers three =
        new SimulatedServers(3)
            .with(
                "a",
                new Workload(RequestKind.GET, 3 * 77L << 20, 1, 1, 27_000, 0.66),
                EVEN,
                EVEN,
                EVEN)
            .with("b", READER, EVEN, EVEN, EVEN)
            .with("c", READER, EVEN, EVEN, EVEN);
    tick(three, master(three), 30);
    Plan ofThree = three.plan();
    InMemoryDocuments other = new InMemoryDocuments();
    SimulatedServers one =
        new SimulatedServers(1)
            .with("a", new Workload(RequestKind.GET, 77L << 20, 1, 1, 27_000, 0.66), 1)
            .with("b", reader(689L << 20), 1)
            .with("c", reader(689L << 20), 1);
    MasterPlanner master = new MasterPlanner(one, other, () -> Settings.read(keys::get));
    for (int i = 0; i < 30; i++) {
      one.advance(other, 1_000_000 + 2_000L * i);
      master.tick(1_000_000 + 2_000L * i);
    }
    assertThat(ofThree.mode()).isEqualTo(Plan.Mode.AUTO);
    assertThat(ofThree.servers()).isEmpty();
    for (Reservation reservation : one.plan().reservations()) {
      Reservation same = ofThree.reservation(reservation.tenant()).orElseThrow();
      assertThat(same.cacheShare()).isCloseTo(reservation.cacheShare(), within(0.025));
      assertThat(same.hdfsShare()).isCloseTo(reservation.hdfsShare(), within(0.025));
    }
  }

  /** Of 12 tenants on 12 servers whose counts scatter; the worst of 12 is always noise. */
  @Test
  @Tag("long")
  void aLargerClusterGetsFairerAndItsPlanMovesSeldom() throws IOException {
    SimulatedServers cluster = new SimulatedServers(12);
    cluster.scatters = true;
    Random random = new Random(7);
    for (int i = 0; i < 12; i++) {
      double[] demands = random.doubles(12, 0.5, 1.5).map(d -> d * d * d).toArray();
      double sum = Arrays.stream(demands).sum();
      cluster.with(
          "t" + i, reader(12 * 200L << 20), Arrays.stream(demands).map(d -> d / sum).toArray());
    }
    MasterPlanner master = master(cluster);
    tick(cluster, master, 5);
    double equalShares = cluster.minMaxRatio();
    tick(cluster, master, 45);
    int writes = store.planWrites;
    ratios.clear();
    tick(cluster, master, 60);
    double mean = ratios.stream().mapToDouble(ratio -> ratio).average().orElse(0);
    assertThat(mean).as("%s", ratios).isGreaterThan(1.5 * equalShares);
    assertThat(store.planWrites - writes).as("plans in two minutes").isLessThanOrEqualTo(4);
  }

  @Test
  void aRegionThatMovesTakesItsSharesAlong() throws IOException {
    SimulatedServers cluster = skewed();
    MasterPlanner master = master(cluster);
    tick(cluster, master, 30);
    double before = Math.min(cluster.ratio("a"), cluster.ratio("b"));
    cluster.spread("a", .1, .1, .8);
    tick(cluster, master, 7);
    assertThat(cluster.ratio("a")).as("%s", ratios).isGreaterThan(0.9 * before);
    assertThat(cluster.ratio("b")).isGreaterThan(0.9 * before);
  }

  @Test
  void aServerThatFallsSilentLeavesNothingBehindAndStartsFromTheMean() throws IOException {
    SimulatedServers cluster = skewed();
    MasterPlanner master = master(cluster);
    tick(cluster, master, 30);
    String silent = SimulatedServers.server(0);
    assertThat(cluster.plan().servers()).containsKey(silent);
    cluster.spread("a", 0, .5, .5);
    cluster.spread("b", 0, .8, .2);
    cluster.spread("c", 0, .5, .5);
    cluster.silence(0);
    tick(cluster, master, 25);
    Plan plan = cluster.plan();
    assertThat(plan.servers()).doesNotContainKey(silent);
    assertThat(plan.reservationsOn(silent)).isEqualTo(plan.reservations());
    assertThat(plan.reservations()).extracting(Reservation::tenant).contains(TenantId.of("a"));
    assertThat(cluster.minMaxRatio()).as("%s", ratios).isGreaterThan(0.9);
  }
}
