package io.argus.bench.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerBenchmarkTest {
  @Test
  void measuresGapsAndTimes() {
    List<Integer> told = new ArrayList<>();
    PlannerBenchmark.Gap gap = PlannerBenchmark.gap(30, told::add);
    assertThat(told).hasSize(30).endsWith(30);
    assertThat(gap.worst()).isBetween(0.0, 0.005);
    assertThat(gap.mean()).isLessThanOrEqualTo(gap.p99());
    PlannerBenchmark.Gap ofServers = PlannerBenchmark.gapOfServers(3, 2, done -> {});
    assertThat(ofServers.servers()).isEqualTo(2);
    assertThat(ofServers.worst()).isBetween(0.0, 0.01);
    assertThat(PlannerBenchmark.speed(10, 5, 3, 1).pairs()).isBetween(20, 30);
    PlannerBenchmark.Speed speed = PlannerBenchmark.speed(10, 3);
    assertThat(speed.medianMillis()).isPositive().isLessThanOrEqualTo(speed.worstMillis());
    assertThat(speed.plannedValue()).isGreaterThan(speed.equalValue());
  }
}
