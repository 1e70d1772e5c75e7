package io.argus.bench.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PlanTimelineTest {
  private static final List<String> SERVERS = List.of("one,1,1", "two,1,1");

  private final PlanTimeline plans = new PlanTimeline();

  /** Tenant a's share, cluster-wide and on server two; tenant b has the rest. */
  private static Plan plan(long version, double clusterWide, double onTwo) {
    return Plan.of(
        version,
        Plan.Mode.AUTO,
        0,
        true,
        shares(clusterWide),
        List.of(ServerShares.of("two,1,1", version, shares(onTwo))),
        PlanExplanation.because("test"));
  }

  private static List<Reservation> shares(double a) {
    return List.of(
        Reservation.of(TenantId.of("a"), a, a), Reservation.of(TenantId.of("b"), 1 - a, 1 - a));
  }

  @Test
  void aPlanFollowsWhenItsSharesStayNearThoseInTheEnd() {
    plans.add(1, plan(1, 0.5, 0.5));
    plans.add(20, plan(2, 0.5, 0.9)); // before it happens
    plans.add(33.2, plan(3, 0.5, 0.3));
    plans.add(36.4, plan(4, 0.5, 0.68));
    plans.add(50, plan(5, 0.55, 0.72));

    assertThat(plans.followedAfter(30, 60, SERVERS)).isEqualTo(OptionalInt.of(7));
    assertThat(plans.followedAfter(30, 34, SERVERS)).isEqualTo(OptionalInt.of(4));
    assertThat(plans.followedAfter(30, 60, List.of("one,1,1"))).isEqualTo(OptionalInt.of(4));
    assertThat(plans.followedAfter(55, 60, SERVERS)).isEmpty();
    assertThat(plans.changes(30, 60)).isEqualTo(3);
    assertThat(plans.firstAfter(30, 60)).isEqualTo(OptionalInt.of(4));
    assertThat(plans.firstAfter(55, 60)).isEmpty();
    assertThat(plans.since(30, 60, SERVERS))
        .containsExactly("v3 after 3 s (0.42)", "v4 after 6 s (0.05)", "v5 after 20 s (0.00)");
  }

  @Test
  void onlyNewVersionsCount() {
    plans.add(1, plan(1, 0.5, 0.5));
    plans.add(9, plan(1, 0.5, 0.5));

    assertThat(plans.changes(0, 10)).isEqualTo(1);
    assertThat(plans.at(0.5)).isEmpty();
    assertThat(plans.at(5).map(Plan::version)).contains(1L);
    assertThat(plans.version(1)).isPresent();
    assertThat(plans.version(2)).isEmpty();
    assertThat(plans.followedAfter(0.5, 0.7, SERVERS)).isEmpty();
  }

  @Test
  void aTenantThatAServerHasNoSharesForHasNone() {
    Plan plan = plan(1, 0.5, 0.7);

    assertThat(PlanTimeline.hdfs(plan, TenantId.of("a"), "one,1,1")).isEqualTo(0.5);
    assertThat(PlanTimeline.hdfs(plan, TenantId.of("a"), "two,1,1")).isEqualTo(0.7);
    assertThat(PlanTimeline.cache(plan, TenantId.of("c"), "two,1,1")).isZero();
  }
}
