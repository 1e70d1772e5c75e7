package io.argus.master;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.metrics.MetricRecord;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.master.SimulatedCluster.Workload;
import io.argus.master.metrics.ClusterMetrics;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The metric on which the alert rule pages: below guarantee, not far below isolated throughput. */
class GuaranteeTest {
  private static final List<String> TENANTS = List.of("alice", "bob", "carol", "dave", "erin");
  private static final int ROUNDS = 12;

  private final SimulatedCluster cluster = new SimulatedCluster();
  private final InMemoryDocuments store = new InMemoryDocuments();
  private final MasterPlanner planner = new MasterPlanner(cluster, store, Settings::defaults);
  private long nowMillis = 1_000_000;

  /** What the server applies instead of the plan in force. */
  private @Nullable Plan followed;

  private ClusterStatus rounds() throws IOException {
    ClusterStatus status = planner.tick(nowMillis).status();
    for (int i = 0; i < ROUNDS; i++) {
      nowMillis += 2_000;
      cluster.advance(store, nowMillis);
      cluster.plan = followed == null ? cluster.plan : followed;
      status = planner.tick(nowMillis).status();
    }
    return status;
  }

  private static Map<String, Double> figures(ClusterStatus status, String metric) {
    Map<String, Double> figures = new TreeMap<>();
    status
        .tenants()
        .forEach(
            tenant -> {
              MetricRecord record = ClusterMetrics.TENANT.record(tenant, tenant.tenant());
              record.samples().stream()
                  .filter(sample -> sample.metric().name().equals(metric))
                  .forEach(sample -> figures.put(tenant.tenant(), sample.value()));
            });
    return figures;
  }

  @Test
  void equalBackloggedTenantsLoseMoreThanHalfAndAreNotBelowTheirGuarantee() throws IOException {
    TENANTS.forEach(tenant -> cluster.with(tenant, Workload.UNIFORM));
    ClusterStatus status = rounds();
    assertThat(figures(status, "ThroughputLoss"))
        .hasSize(5)
        .allSatisfy(
            (t, v) -> {
              assertThat(v).isGreaterThan(0.5);
            });
    assertThat(figures(status, "BelowGuarantee"))
        .hasSize(5)
        .allSatisfy(
            (t, below) -> {
              assertThat(below).isZero();
            });
  }

  @Test
  void aTenantThatDoesNotGetItsSharesIsBelowItsGuarantee() throws IOException {
    TENANTS.forEach(tenant -> cluster.with(tenant, Workload.UNIFORM));
    rounds();
    followed =
        Plan.of(
            1,
            Plan.Mode.PINNED,
            0,
            true,
            TENANTS.stream()
                .map(TenantId::of)
                .map(
                    id ->
                        id.name().equals("alice")
                            ? Reservation.of(id, 0.2, 0.04)
                            : Reservation.of(id, 0.2, 0.24))
                .toList(),
            PlanExplanation.because("a server that does not follow"));
    ClusterStatus status = rounds();
    assertThat(figures(status, "BelowGuarantee"))
        .containsEntry("alice", 1.0)
        .containsEntry("bob", 0.0);
  }
}
