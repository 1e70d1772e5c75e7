package io.argus.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.scenario.PlanObserver.Seen;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class PlannerViewTest {
  private static PlannerView view(double[]... isolatedThroughputs) {
    PlannerView view = new PlannerView();
    for (double[] each : isolatedThroughputs) {
      view.add(
          each[0],
          new Seen((long) each[3], "plan v" + (int) each[3], Map.of("a", each[1], "b", each[2])));
    }
    return view;
  }

  @Test
  void aShiftIsNoticedWhenEveryTenantHasAnotherIsolatedThroughput() {
    PlannerView view =
        view(
            new double[] {8, 700, 30_000, 1},
            new double[] {9.9, 710, 30_500, 1},
            new double[] {12, 700, 2_000, 1},
            new double[] {14.2, 28_000, 800, 2});
    assertThat(view.noticedAfter(10, List.of("a", "b"))).isEqualTo(OptionalInt.of(5));
    assertThat(view.noticedAfter(10, List.of("b"))).isEqualTo(OptionalInt.of(2));
    assertThat(view.noticedAfter(15, List.of("a"))).isEmpty();
    assertThat(view.noticedAfter(10, List.of())).isEmpty();
    assertThat(view.plans())
        .extracting(ScenarioReport.Observation::what)
        .containsExactly("plan v1", "plan v2");
  }

  @Test
  void aScenarioKnowsWhoBeginsAnotherWorkload() {
    assertThat(Scenario.swap(30).shifts()).isEqualTo(Map.of(30, List.of("tenanta", "tenantb")));
    assertThat(Scenario.demand(30).shifts()).isEmpty();
  }
}
