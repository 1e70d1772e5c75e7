package io.argus.bench.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ServerTimelinesTest {
  private static final List<Integer> BOTH = List.of(0, 1);
  private static final Offset<Double> EXACT = Offset.offset(1e-9);

  private final ServerTimelines servers = new ServerTimelines();

  private static UsageReport report(String server, long endMillis, double a, double b) {
    return new UsageReport(
        server, endMillis, 2, 7, 1000, 1000, List.of(), List.of(usage("a", a), usage("b", b)));
  }

  private static TenantUsage usage(String tenant, double bytes) {
    return TenantUsage.builder(TenantId.of(tenant))
        .operations(RequestKind.GET, bytes / 10)
        .hdfs(bytes, 0)
        .build();
  }

  private static List<Reservation> shares(double a) {
    return List.of(
        Reservation.of(TenantId.of("a"), a, a), Reservation.of(TenantId.of("b"), 1 - a, 1 - a));
  }

  @Test
  void aPartIsComparedWithTheShareWhereTheTenantGetsMostOfIt() {
    servers.add(1, 0, report("one", 1, 100, 300));
    servers.add(1, 1, report("two", 1, 100, 100));
    servers.add(9, 1, report("two", 9, 0, 1000));
    Plan plan =
        Plan.of(
            1,
            Plan.Mode.AUTO,
            0,
            true,
            shares(0.5),
            List.of(ServerShares.of("two", 1, shares(0.8))),
            PlanExplanation.because("test"));

    ServerTimelines.Part part = servers.part("a", BOTH, 0, 5, plan);

    assertThat(part.server()).isOne();
    assertThat(part.served()).isCloseTo(0.5, EXACT);
    assertThat(part.guaranteed()).isCloseTo(0.8, EXACT);
    assertThat(part.ofShare()).isCloseTo(0.625, EXACT);
    assertThat(servers.part("a", List.of(0), 0, 5, plan).ofShare()).isCloseTo(0.5, EXACT);
    assertThat(servers.part("a", List.of(1), 5, 10, plan).ofShare()).isZero();
    assertThat(servers.part("a", List.of(0), 5, 10, plan).server()).isEqualTo(-1);
  }

  @Test
  void theSameReportCountsOnce() {
    servers.add(1, 0, report("one", 1, 100, 300));
    servers.add(2, 0, report("one", 1, 100, 300));
    servers.add(3, 0, report("one", 3, 400, 300));

    assertThat(servers.operations("a", 0, 0, 5)).isCloseTo(25, EXACT);
    assertThat(servers.operations("a", 0, 2, 5)).isCloseTo(40, EXACT);
    assertThat(servers.operations("a", 1, 0, 5)).isZero();
    assertThat(servers.name(0)).contains("one");
    assertThat(servers.name(1)).isEmpty();
    assertThat(servers.leastPlanVersion(BOTH, 0, 5)).isEqualTo(7);
  }
}
