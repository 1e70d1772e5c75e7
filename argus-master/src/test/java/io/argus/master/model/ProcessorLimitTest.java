package io.argus.master.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.ServerProcessors;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProcessorLimitTest {
  private static final TenantId ALICE = TenantId.of("alice");
  private static final TenantId BOB = TenantId.of("bob");

  private static TenantUsage usage(TenantId tenant, double operations, double processors) {
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .processorFraction(processors)
        .build();
  }

  private static UsageReport report(ServerProcessors processors, TenantUsage... usages) {
    return new UsageReport("rs", 0, 2, 1, 1, 1, List.of(), List.of(usages)).with(processors);
  }

  private static OptionalDouble alone(
      TenantId tenant, double throughput, List<UsageReport> reports) {
    return ProcessorLimit.of(throughput, ClusterUsage.of(reports, List.of()).local(tenant));
  }

  @Test
  void aloneItHasWhatAllTenantsUseNow() {
    UsageReport busy =
        report(
            new ServerProcessors(2, 1.95, 1.1, 0.1),
            usage(ALICE, 20_000, 0.8),
            usage(BOB, 600, 0.2));
    assertThat(alone(ALICE, 20_000, List.of(busy)).orElseThrow()).isCloseTo(25_000, within(1e-6));
    assertThat(alone(BOB, 600, List.of(busy)).orElseThrow()).isCloseTo(3_000, within(1e-6));
  }

  @Test
  void whereProcessorsIdleTheyLimitNobody() {
    UsageReport idle =
        report(
            new ServerProcessors(4, 1.95, 1.1, 0.1),
            usage(ALICE, 20_000, 0.8),
            usage(BOB, 600, 0.2));
    assertThat(alone(ALICE, 20_000, List.of(idle))).isEmpty();
    assertThat(alone(ALICE, 20_000, List.of(report(ServerProcessors.UNKNOWN)))).isEmpty();
    assertThat(alone(ALICE, 20_000, List.of())).isEmpty();
  }

  @Test
  void onServersThatAreNotBusyItGoesOnAsNow() {
    UsageReport busy =
        report(new ServerProcessors(2, 2, 1.1, 0), usage(ALICE, 10_000, 0.5), usage(BOB, 600, 0.5));
    UsageReport idle = report(new ServerProcessors(2, 0.5, 0.4, 0), usage(ALICE, 1_000, 0.1));
    assertThat(alone(ALICE, 11_000, List.of(busy, idle)).orElseThrow())
        .isCloseTo(21_000, within(1e-6));
  }

  @Test
  void aTenantThatUsesNearlyNothingIsNotLimited() {
    UsageReport busy =
        report(new ServerProcessors(2, 2, 1.1, 0), usage(ALICE, 3, 0.001), usage(BOB, 600, 1));
    assertThat(alone(ALICE, 3, List.of(busy))).isEmpty();
  }
}
