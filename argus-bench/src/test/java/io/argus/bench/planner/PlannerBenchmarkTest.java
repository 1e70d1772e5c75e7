package io.argus.bench.planner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerBenchmarkTest {
  @Test
  void measuresGapsAndTimes() {
    List<Integer> told = new ArrayList<>();
    PlannerBenchmark.Gap gap = PlannerBenchmark.gap(30, false, told::add);
    assertThat(told).hasSize(30).endsWith(30);
    assertThat(gap.worst()).isBetween(0.0, 0.005);
    assertThat(gap.mean()).isLessThanOrEqualTo(gap.p99());
    assertThat(PlannerBenchmark.gap(30, true, done -> {}).worst()).isBetween(0.0, 0.005);
    PlannerBenchmark.Speed speed = PlannerBenchmark.speed(10, 3);
    assertThat(speed.medianMillis()).isPositive().isLessThanOrEqualTo(speed.worstMillis());
    assertThat(speed.plannedValue()).isGreaterThan(speed.equalValue());
  }
}
