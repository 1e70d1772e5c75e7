package io.argus.bench.fault.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentStatus;
import io.argus.core.usage.Reason;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedSharesTest {
  private static UsageReport report(long first, long second, ComponentStatus component) {
    return new UsageReport(
        "rs1,16020,1",
        1L,
        2.0,
        7,
        100,
        0.0,
        List.of(component),
        List.of(usage("tenanta", first), usage("tenantb", second), usage("check", 20)));
  }

  private static TenantUsage usage(String tenant, long limitBytes) {
    return TenantUsage.builder(TenantId.of(tenant)).cache(0, limitBytes, 0, 0).build();
  }

  private static String problem(long first, long second) {
    return PinnedShares.of(report(first, second, ComponentStatus.active(Component.CACHE)))
        .problem();
  }

  @Test
  void sharesAreKeptInProportion() {
    assertThat(problem(50, 20)).isEmpty();
    assertThat(problem(475, 190)).isEmpty();
  }

  @Test
  void equalAndMissingSharesAreNotKept() {
    assertThat(problem(33, 33)).isEqualTo("gives tenanta 0.50 of the two tenants' cache, not 0.71");
    assertThat(problem(0, 0)).isNotEmpty();
  }

  @Test
  void aFailedComponentIsAProblem() {
    ComponentStatus failed =
        ComponentStatus.of(Component.PLAN, Reason.UNREADABLE_PLAN, "plan has format 2");
    assertThat(PinnedShares.of(report(50, 20, failed)).problem())
        .startsWith("has failed ")
        .contains("plan has format 2");
  }
}
