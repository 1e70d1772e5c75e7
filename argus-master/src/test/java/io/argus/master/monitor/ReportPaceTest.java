package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.documents.PlannerSign;
import io.argus.core.settings.Settings;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportPaceTest {
  private final ReportPace pace = new ReportPace();

  private static List<UsageReport> reports(int servers, int active, int idle) {
    List<TenantUsage> tenants = new ArrayList<>();
    for (int t = 0; t < active + idle; t++) {
      TenantUsage.Builder usage = TenantUsage.builder(TenantId.of("t" + t));
      if (t < active) {
        usage.operations(RequestKind.GET, 5);
      }
      tenants.add(usage.build());
    }
    return Collections.nCopies(servers, new UsageReport("rs", 1, 2, 1, 1, 1, List.of(), tenants));
  }

  private List<Long> periods(int servers, int active, int idle) {
    PlannerSign sign = pace.of(reports(servers, active, idle), Settings.defaults(), 7);
    assertThat(sign.writtenMillis()).isEqualTo(7);
    return List.of(sign.reportMillis(), sign.zooKeeperMillis(), sign.copyMillis());
  }

  @Test
  void inASmallClusterNothingChanges() {
    assertThat(periods(0, 0, 0)).containsExactly(2_000L, 2_000L, 2_000L);
    assertThat(periods(3, 50, 0)).containsExactly(2_000L, 2_000L, 2_000L);
    assertThat(periods(16, 50, 450)).containsExactly(2_000L, 2_000L, 4_000L);
  }

  @Test
  void theLargerTheClusterTheRarerTheReports() {
    assertThat(periods(100, 50, 0)).containsExactly(2_000L, 2_000L, 12_000L);
    assertThat(periods(1_000, 50, 0)).containsExactly(4_000L, 12_000L, 120_000L);
    assertThat(periods(1_000, 500, 0)).containsExactly(26_000L, 102_000L, 600_000L);
    assertThat(periods(100_000, 500, 0)).containsExactly(60_000L, 600_000L, 600_000L);
  }

  @Test
  void idleTenantsCountLittle() {
    assertThat(periods(1_000, 0, 500)).containsExactly(4_000L, 12_000L, 120_000L);
  }

  @Test
  void aPeriodDoesNotSwingWithATenantThatComesAndGoes() {
    assertThat(periods(1_000, 31, 0)).containsExactly(4_000L, 10_000L, 82_000L);
    assertThat(periods(1_000, 29, 2)).containsExactly(4_000L, 10_000L, 82_000L);
    assertThat(periods(1_000, 17, 14)).containsExactly(2_000L, 8_000L, 76_000L);
  }

  @Test
  void theMastersRoundsFollowTheReports() {
    assertThat(ReportPace.roundMillis(new PlannerSign(0, 1, 1, 1), 2_000)).isEqualTo(2_000);
    assertThat(ReportPace.roundMillis(new PlannerSign(0, 8_000, 1, 1), 2_000)).isEqualTo(8_000);
    assertThat(ReportPace.roundMillis(new PlannerSign(0, 60_000, 1, 1), 2_000)).isEqualTo(20_000);
    assertThat(ReportPace.roundMillis(new PlannerSign(0, 8_000, 1, 1), 30_000)).isEqualTo(30_000);
  }

  @Test
  void aLongerPeriodThatIsSetCounts() {
    Settings slow = Settings.read(key -> key.equals("argus.report.period") ? "30000" : null);
    PlannerSign sign = pace.of(reports(1_000, 500, 0), slow, 7);
    assertThat(sign.reportMillis()).isEqualTo(30_000);
    assertThat(sign.zooKeeperMillis()).isEqualTo(120_000);
  }
}
