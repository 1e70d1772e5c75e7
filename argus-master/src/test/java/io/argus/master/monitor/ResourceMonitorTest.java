package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResourceMonitorTest {
  private static final TenantId ALICE = TenantId.of("alice");

  private final ResourceMonitor monitor = new ResourceMonitor();

  private static byte[] report(long endMillis, long planVersion, double operations) {
    TenantUsage usage =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, operations)
            .cache((long) operations, 1_000, 0, 0)
            .build();
    return WireFormat.write(
        new UsageReport("rs", endMillis, 2, planVersion, 1, 1, List.of(), List.of(usage)));
  }

  private double operations(long nowMillis, long planVersion, double operations) {
    return monitor
        .observe(Map.of("rs", report(nowMillis, planVersion, operations)), nowMillis, 10_000, 6)
        .tenant(ALICE)
        .map(TenantUsage::totalOperationsPerSecond)
        .orElse(-1.0);
  }

  @Test
  void countsTheMeanOverTheSpan() {
    assertThat(operations(0, 1, 100)).isEqualTo(100);
    assertThat(operations(2_000, 1, 200)).isEqualTo(150);
    assertThat(operations(4_000, 1, 300)).isEqualTo(200);
    assertThat(operations(6_000, 1, 400)).isEqualTo(300);
  }

  @Test
  void aPlanVersionThatNoPlannerReachesDoesNotCount() {
    UsageReport sane = new UsageReport("rs1", 1, 2, 7, 1, 1, List.of(), List.of());
    UsageReport forged = new UsageReport("rs2", 1, 2, Plan.MAX_VERSION, 1, 1, List.of(), List.of());
    Map<String, byte[]> reports =
        Map.of("rs1", WireFormat.write(sane), "rs2", WireFormat.write(forged));
    assertThat(monitor.observe(reports, 1, 10_000, 6).highestPlanVersion()).isEqualTo(7);
  }

  private double arrivals(long nowMillis, long planVersion, int queueLength) {
    TenantUsage usage =
        TenantUsage.builder(ALICE)
            .operations(RequestKind.GET, 100)
            .queue(queueLength, 0, 1)
            .build();
    byte[] report =
        WireFormat.write(
            new UsageReport("rs", nowMillis, 2, planVersion, 1, 1, List.of(), List.of(usage)));
    return monitor
        .observe(Map.of("rs", report), nowMillis, 10_000, 6)
        .tenant(ALICE)
        .orElseThrow()
        .arrivalsPerSecond();
  }

  @Test
  void arrivalsAreWhatWasDoneAndWhatTheQueueGrewBy() {
    assertThat(arrivals(0, 1, 50)).as("the growth is not known").isEqualTo(100);
    arrivals(2_000, 1, 90);
    arrivals(4_000, 1, 110);
    assertThat(arrivals(6_000, 1, 140)).as("90 more in 6 s").isEqualTo(115);
    assertThat(arrivals(8_000, 2, 150)).as("10 more in 2 s").isEqualTo(105);
    assertThat(arrivals(10_000, 2, 90)).as("60 fewer in 2 s").isEqualTo(70);
    assertThat(arrivals(12_000, 2, 88)).as("62 fewer in 4 s").isEqualTo(84.5);
  }

  @Test
  void bytesInCacheAreThoseOfTheLatestReport() {
    operations(0, 1, 100);
    ClusterUsage usage = monitor.observe(Map.of("rs", report(1, 1, 500)), 1, 10_000, 6);
    assertThat(usage.tenant(ALICE).orElseThrow().cacheBytes()).isEqualTo(500);
  }

  @Test
  void theSameReportCountsOnce() {
    operations(0, 1, 100);
    byte[] second = report(2_000, 1, 200);
    for (int i = 0; i < 5; i++) {
      ClusterUsage usage = monitor.observe(Map.of("rs", second), 2_000 + i, 10_000, 6);
      assertThat(usage.tenant(ALICE).orElseThrow().totalOperationsPerSecond()).isEqualTo(150);
    }
  }

  @Test
  void beginsAnewWhenAWorkloadShifts() {
    operations(0, 1, 100);
    operations(2_000, 1, 110);
    assertThat(monitor.isNewlySettled()).isFalse();
    assertThat(operations(4_000, 1, 500)).isEqualTo(500);
    assertThat(monitor.isNewlySettled()).isFalse();
    assertThat(operations(6_000, 1, 900)).isEqualTo(900);
    assertThat(monitor.isNewlySettled()).isTrue();
    assertThat(operations(8_000, 1, 700)).isEqualTo(800);
    assertThat(monitor.isNewlySettled()).isFalse();
  }

  @Test
  void beginsAnewUnderANewPlan() {
    operations(0, 1, 100);
    assertThat(operations(2_000, 2, 500)).isEqualTo(500);
    // The window before lay half under plan 1.
    assertThat(operations(4_000, 2, 900)).isEqualTo(900);
    assertThat(operations(6_000, 2, 700)).isEqualTo(800);
  }

  @Test
  void aReportThatDoesNotChangeGetsStaleByTheMastersClock() {
    byte[] report = report(-3_600_000, 1, 100);
    assertThat(monitor.observe(Map.of("rs", report), 0, 10_000, 6).reports()).hasSize(1);
    assertThat(monitor.observe(Map.of("rs", report), 9_000, 10_000, 6).reports()).hasSize(1);
    ClusterUsage stale = monitor.observe(Map.of("rs", report), 11_000, 10_000, 6);
    assertThat(stale.reports()).isEmpty();
    assertThat(stale.problems())
        .containsExactly("usage report of rs has not changed for more than 10 s and is left out");
    assertThat(monitor.isSettled(2)).as("nobody waits for it").isTrue();
    assertThat(monitor.latest()).isEmpty();
    ClusterUsage back = monitor.observe(Map.of("rs", report(5, 1, 1)), 12_000, 10_000, 6);
    assertThat(back.reports()).hasSize(1);
    assertThat(back.problems()).isEmpty();
  }

  @Test
  void oneCorruptReportDoesNotCostTheOthers() {
    ClusterUsage usage =
        monitor.observe(Map.of("rs1", new byte[] {'x'}, "rs2", report(0, 1, 5)), 0, 10_000, 6);
    assertThat(usage.reports()).hasSize(1);
    assertThat(usage.problems()).singleElement().asString().startsWith("usage report of rs1 is");
  }

  @Test
  void aServerThatIsGoneIsForgotten() {
    operations(0, 1, 100);
    assertThat(monitor.observe(Map.of(), 1, 10_000, 6).reports()).isEmpty();
    assertThat(operations(2_000, 1, 300)).isEqualTo(300);
  }
}
