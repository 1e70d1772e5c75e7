package io.argus.master.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.master.planner.PlanningProblem.Contender;
import java.util.List;
import org.junit.jupiter.api.Test;

class WaterFillingTest {
  @Test
  void aDemandLimitedTenantHasNoMoreHdfsThanItsDemandNeeds() {
    Contender greedy = OneServer.contender(TenantId.of("a"), 1, 600, (c, h) -> 600 * h);
    Contender modest =
        OneServer.demandLimited(TenantId.of("b"), 1, 120, (c, h) -> Math.min(120, 600 * h));
    Shares shares = PlanningProblem.of(List.of(greedy, modest), 40, 0.5).filled();

    assertThat(shares.hdfs(1)).isBetween(0.195, 0.215);
    assertThat(shares.hdfs(0)).isGreaterThan(0.78);
  }
}
