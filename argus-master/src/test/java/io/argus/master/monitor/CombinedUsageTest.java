package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Figure;
import io.argus.core.usage.TenantUsage;
import org.junit.jupiter.api.Test;

class CombinedUsageTest {
  private static final TenantId A = TenantId.of("a");

  @Test
  void ofNoTimeThereIsNoMean() {
    TenantUsage.Builder any = TenantUsage.builder(A);
    for (Figure figure : Figure.values()) {
      any.set(figure, 1);
    }
    CombinedUsage combined = CombinedUsage.ofTimes();
    combined.add(any.build(), 0);
    TenantUsage usage = combined.over(0, A).build();
    for (Figure figure : Figure.values()) {
      assertThat(usage.get(figure)).as(figure.name()).isFinite();
    }
  }
}
