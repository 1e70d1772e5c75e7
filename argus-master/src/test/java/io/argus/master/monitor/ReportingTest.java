package io.argus.master.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportingTest {
  private static final double SPAN_SECONDS = 30;
  private static final TenantId STEADY = TenantId.of("steady");
  private static final TenantId SHIFTING = TenantId.of("shifting");

  private final Reporting reporting = new Reporting();

  /** Adds the report that ends after so many windows of 2 s. */
  private void report(int windows, double steady, double shifting) {
    List<TenantUsage> usages =
        List.of(usage(STEADY, steady, windows), usage(SHIFTING, shifting, windows));
    long endMillis = 2_000L * windows;
    reporting.add(
        new UsageReport("rs", endMillis, 2, 1, 1, 1, List.of(), usages), endMillis, SPAN_SECONDS);
  }

  private static TenantUsage usage(TenantId tenant, double operations, int queueLength) {
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .queue(queueLength, 0, 1)
        .build();
  }

  private TenantUsage mean(TenantId tenant) {
    return reporting.mean().tenants().stream()
        .filter(usage -> usage.tenant().equals(tenant))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theMeanIsOfTheReportsOfTheSpan() {
    for (int w = 1; w <= 60; w++) {
      report(w, 1_000 + w, 1_000);
      double seconds = reporting.mean().windowSeconds();
      assertThat(seconds).isEqualTo(Math.min(2 * w, SPAN_SECONDS));
      assertThat(mean(STEADY).totalOperationsPerSecond())
          .isCloseTo(1_000 + w - (seconds / 2 - 1) / 2, within(0.01));
      assertThat(mean(STEADY).queueLength()).isEqualTo(w);
    }
    assertThat(mean(STEADY).arrivalsPerSecond() - mean(STEADY).totalOperationsPerSecond())
        .as("the queue grows by a request in 2 s")
        .isCloseTo(0.5, within(0.001));
  }

  @Test
  void afterAShiftOnlyLaterReportsCount() {
    for (int w = 1; w <= 40; w++) {
      report(w, 1_000, w <= 23 ? 1_000 : 3_000 + w);
      assertThat(mean(STEADY).totalOperationsPerSecond()).isCloseTo(1_000, within(0.01));
      if (w > 24) {
        double seconds = mean(SHIFTING).windowSeconds();
        assertThat(seconds).isLessThanOrEqualTo(2.0 * (w - 24));
        assertThat(mean(SHIFTING).totalOperationsPerSecond())
            .isCloseTo(3_000 + w - (seconds / 2 - 1) / 2, within(0.01));
      }
    }
    assertThat(mean(SHIFTING).windowSeconds()).isEqualTo(SPAN_SECONDS);
  }
}
