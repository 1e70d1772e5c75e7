package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.SimulatedCluster.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Two equal random readers. HDFS can make up for any division of the cache between them, so that no
 * move is worth it.
 */
@Tag("long")
class SteadinessTest {
  private static final int ROUND_TICKS = 5;

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private Settings settings = Settings.defaults();
  private final MasterPlanner planner = new MasterPlanner(cluster, store, () -> settings);
  private long nowMillis = 1_000_000;

  private void rounds(int rounds) throws IOException {
    for (int i = 0; i < ROUND_TICKS * rounds; i++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      planner.tick(nowMillis);
    }
  }

  private void share(Workload one, Workload two) {
    cluster.with("one", one).with("two", two);
  }

  @ParameterizedTest(name = "seed {0}, noise {1}, curves {2}")
  @CsvSource({
    "1, .1, true", "2, .1, true", "3, .1, true", "4, .1, true", "5, .1, true", "6, .1, true",
    "1, .1, false", "2, .1, false", "3, .1, false", "4, .1, false", "5, .1, false", "6, .1, false",
    "1, .2, true", "2, .2, true", "3, .2, true", "4, .2, true", "5, .2, true", "6, .2, true",
    "1, .3, true", "2, .3, true", "3, .3, true", "4, .3, true", "5, .3, true", "6, .3, true"
  })
  void nothingMovesWhileTheyWarmUpAndAfter(long seed, double noise, boolean curves)
      throws IOException {
    cluster.seeded(seed).noise = noise;
    cluster.curves = curves;
    cluster.fills = true;
    share(Workload.UNIFORM, Workload.IDLE);
    rounds(5);
    share(Workload.IDLE, Workload.UNIFORM);
    rounds(5);
    share(Workload.UNIFORM, Workload.UNIFORM);
    List<String> plans = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      int writes = store.planWrites;
      rounds(1);
      if (store.planWrites > writes) {
        Plan plan = WireFormat.readPlan(store.get(ClusterDocuments.PLAN));
        plans.add(plan.explanation().reason() + " " + plan.explanation().moves());
      }
    }
    assertThat(plans).isEmpty();
  }

  /** The SLO is above what the tenant would have: its floor is what the planner keeps. */
  @ParameterizedTest(name = "seed {0}, {1} operations a second")
  @CsvSource({"1, 500", "2, 500", "3, 500", "4, 420", "5, 420", "6, 600"})
  void anSloIsMetWithoutPlansThatFollowTheNoise(long seed, int target) throws IOException {
    cluster.seeded(seed).noise = .1;
    settings = Settings.read(Map.of("argus.slos", "one:ops=" + target)::get);
    share(Workload.UNIFORM, Workload.UNIFORM);
    rounds(20);
    assertThat(cluster.operations("one")).isGreaterThan(target * .98);
    int before = store.planWrites;
    rounds(100);
    assertThat(store.planWrites - before).isLessThanOrEqualTo(2);
    assertThat(cluster.operations("one")).isGreaterThan(target * .98);
  }

  /** Reads that all hit, on a busy CPU. */
  private static TenantUsage hot(TenantId tenant, double cores) {
    double operations = 20_000 * cores;
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(0.66)
        .cache(77 << 20, 100 << 20, operations * 3, 0)
        .handlerFraction(cores)
        .cpuFraction(cores)
        .waits(6, 0, 0)
        .queue(5, 0, 0.05)
        .build();
  }

  /** Which of two equal tenants that the CPU limits uses a little more is chance. */
  @Test
  void thePlanStandsWhileEqualTenantsTakeTurnsToUseMore() throws IOException {
    TenantId one = TenantId.of("one");
    TenantId two = TenantId.of("two");
    cluster.with("one", Workload.EX_HOT).with("two", Workload.EX_HOT);
    List<String> plans = new ArrayList<>();
    for (int k = 0; k < 100; k++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      double more = k / 10 % 2 == 0 ? 0.51 : 0.49;
      UsageReport report =
          new UsageReport(
                  "rs1,16020,1",
                  nowMillis,
                  2,
                  cluster.plan.version(),
                  SimulatedCluster.CACHE_BYTES,
                  SimulatedCluster.READS_PER_SECOND * SimulatedCluster.BLOCK_BYTES,
                  List.of(ComponentStatus.active(Component.SCHEDULER)),
                  List.of(hot(one, more), hot(two, 1 - more)))
              .with(new ServerCpu(2, 1.95, 1.1, 0.1));
      cluster.extraReports.put(report.server(), WireFormat.write(report));
      cluster.onlyExtraReports = true;
      int writes = store.planWrites;
      planner.tick(nowMillis);
      if (k >= 20 && store.planWrites > writes) {
        plans.add(WireFormat.readPlan(store.get(ClusterDocuments.PLAN)).explanation().reason());
      }
    }
    assertThat(plans).isEmpty();
  }
}
