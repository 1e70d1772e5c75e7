package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.settings.Settings;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.slo.SloState;
import io.argus.master.slo.SloState.Verdict;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The planner, left alone with SLOs, on a simulated server of 600 reads a second. */
class TenantsWithSlosTest {
  private static final int ROUNDS = 40;

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private final Map<String, String> keys = new HashMap<>();
  private final MasterPlanner planner =
      new MasterPlanner(cluster, store, () -> Settings.read(keys::get));
  private long nowMillis = 1_000_000;

  private ClusterStatus settled() throws IOException {
    ClusterStatus status = planner.tick(nowMillis).status();
    for (int i = 0; i < ROUNDS; i++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      status = planner.tick(nowMillis).status();
    }
    return status;
  }

  @Test
  void anSloIsKeptAndTheOthersShareTheRest() throws IOException {
    cluster
        .with("alice", Workload.UNIFORM)
        .with("bob", Workload.UNIFORM)
        .with("carol", Workload.SCAN);
    settled();
    assertThat(cluster.operations("alice")).as("without an SLO").isLessThan(350);

    keys.put("argus.slos", "alice:ops=500");
    ClusterStatus status = settled();

    assertThat(cluster.operations("alice")).isGreaterThanOrEqualTo(490);
    assertThat(cluster.throughputLoss("bob"))
        .isCloseTo(cluster.throughputLoss("carol"), within(0.15));
    assertThat(status.slos()).extracting(SloState::verdict).containsExactly(Verdict.MET);
    assertThat(status.problems()).isEmpty();

    keys.remove("argus.slos");
    settled();
    assertThat(cluster.operations("alice")).as("taken back").isLessThan(350);
  }

  @Test
  void slosThatDoNotFitFallShortInProportionAndAreProblems() throws IOException {
    cluster.with("alice", Workload.UNIFORM).with("bob", Workload.UNIFORM);
    keys.put("argus.slos", "alice:ops=800,bob:ops=400");

    ClusterStatus status = settled();

    assertThat(cluster.operations("alice") / 800)
        .isCloseTo(cluster.operations("bob") / 400, within(0.06));
    assertThat(status.slos())
        .extracting(SloState::verdict)
        .containsExactly(Verdict.MISSED, Verdict.MISSED);
    assertThat(status.slosMissed()).isEqualTo(2);
    assertThat(status.problems())
        .hasSize(2)
        .allMatch(problem -> problem.startsWith("SLOs cannot all be met: "));
  }

  @Test
  void anSlodPercentileIsKept() throws IOException {
    cluster.with("alice", Workload.UNIFORM).with("bob", Workload.UNIFORM);
    assertThat(p99Millis(settled(), "alice:p99=1")).isGreaterThan(300);

    ClusterStatus status = p99(250);

    assertThat(status.slos().get(0).measured()).isLessThanOrEqualTo(255);
    assertThat(status.slos().get(0).verdict()).isEqualTo(Verdict.MET);
    assertThat(cluster.operations("alice")).isLessThan(700);
  }

  private ClusterStatus p99(int millis) throws IOException {
    keys.put("argus.slos", "alice:p99=" + millis);
    return settled();
  }

  private double p99Millis(ClusterStatus settled, String slo) {
    assertThat(settled.slos()).isEmpty();
    keys.put("argus.slos", slo);
    return planner.tick(nowMillis).status().slos().get(0).measured();
  }

  @Test
  void aTenantThatAsksForLessThanItsSloIsNotMissed() throws IOException {
    cluster.with("alice", Workload.UNIFORM.asking(100)).with("bob", Workload.UNIFORM);
    keys.put("argus.slos", "alice:ops=500");

    ClusterStatus status = settled();

    assertThat(status.slos().get(0).verdict()).isEqualTo(Verdict.NOT_USED);
    assertThat(status.problems()).isEmpty();
    assertThat(cluster.operations("alice")).isCloseTo(100, within(2.0));
  }
}
