package io.argus.bench.incident;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.incident.IncidentReport.Judged;
import io.argus.bench.scenario.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class IncidentReportTest {
  private static Timeline timeline(int before, int down, int after) {
    List<Long> ops = new ArrayList<>(Collections.nCopies(before, 300L));
    ops.addAll(Collections.nCopies(down, 20L));
    ops.addAll(Collections.nCopies(after, 290L));
    return new Timeline("tenanta", ops);
  }

  private static IncidentReport report(List<MoveExperiment.Tenant> tenants, List<Judged> judged) {
    return new IncidentReport(
        "move",
        "2.6.4",
        "emulated",
        "uniform50",
        List.of(new Incident.Happened("a region moves", 10)),
        List.of(timeline(10, 4, 16)),
        List.of(
            new IncidentReport.OnServer("tenanta", 0, List.of(300.0, 300.0, 5.0, 0.0, 0.0, 0.0)),
            new IncidentReport.OnServer(
                "tenanta", 1, List.of(0.0, 0.0, 70.0, 290.0, 290.0, 290.0))),
        tenants,
        List.of("of each tenant"),
        judged);
  }

  @Test
  void aTenantIsBackWhenItHasNineTenthsOfBefore() {
    MoveExperiment.Tenant tenant = MoveExperiment.Tenant.of(timeline(10, 4, 16), 10);

    assertThat(tenant).isEqualTo(new MoveExperiment.Tenant("tenanta", 300, 20, 290, 4));
    assertThat(MoveExperiment.Tenant.of(timeline(10, 20, 0), 10).backAfterSeconds()).isNull();
  }

  @Test
  void theReportShowsServersTenantsAndWhatHolds() {
    IncidentReport report =
        report(
            List.of(MoveExperiment.Tenant.of(timeline(10, 4, 16), 10)),
            List.of(Judged.soon("back after", 4, 15), Judged.so("no problem", true)));

    assertThat(report.holds()).isTrue();
    assertThat(report.toTable())
        .contains(
            "move uniform50, HBase 2.6.4, disk emulated",
            "  10 s  a region moves",
            "   s  |  tenanta    rs0    rs1",
            "   0  |      300    300      0",
            "  10  |       74      5     70",
            "of each tenant",
            "ok   back after: 4 (at most 15 s)",
            "ok   no problem: yes (yes)");
    assertThat(report.toJson()).contains("\"backAfterSeconds\": 4", "\"holds\": true");
  }

  @Test
  void whatDoesNotHoldIsMarked() {
    IncidentReport report =
        report(
            List.of(),
            List.of(
                Judged.soon("back after", null, 15),
                Judged.atLeast("of its share", 0.412, 0.5),
                Judged.so("no problem (one)", false)));

    assertThat(report.holds()).isFalse();
    assertThat(report.toTable())
        .contains(
            "NOT  back after: never (at most 15 s)",
            "NOT  of its share: 0.41 (at least 0.50)",
            "NOT  no problem (one): no (yes)");
  }
}
