package io.argus.master.monitor;

import static java.util.Objects.requireNonNull;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ServerProcessors;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The mean of several reports of one server. Rates and fractions are means weighted by the length
 * of the windows; all other figures, such as bytes in cache and percentiles, are those of the
 * latest report.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ReportMean {
  private ReportMean() {}

  /**
   * @param reports at least one, the latest last
   */
  static UsageReport of(List<UsageReport> reports) {
    UsageReport latest = reports.get(reports.size() - 1);
    if (reports.size() == 1) {
      return latest;
    }
    double seconds = 0;
    Map<TenantId, UsageTotals> totals = new HashMap<>();
    Map<TenantId, Double> backlogs = new HashMap<>();
    double machineBusy = 0;
    double serverBusy = 0;
    double unattributed = 0;
    for (UsageReport report : reports) {
      double window = report.windowSeconds();
      seconds += window;
      machineBusy += report.processors().machineBusy() * window;
      serverBusy += report.processors().serverBusy() * window;
      unattributed += report.processors().unattributed() * window;
      for (TenantUsage usage : report.tenants()) {
        totals.computeIfAbsent(usage.tenant(), t -> new UsageTotals()).add(usage, window);
        backlogs.merge(usage.tenant(), usage.backlogFraction() * window, Double::sum);
      }
    }
    List<TenantUsage> tenants = new ArrayList<>();
    for (TenantUsage last : latest.tenants()) {
      UsageTotals total = requireNonNull(totals.get(last.tenant()));
      double backlog = backlogs.getOrDefault(last.tenant(), 0.0) / seconds;
      tenants.add(
          total
              .over(seconds, last.tenant(), last.cacheBytes(), last.cacheLimitBytes())
              .keyRepeatRatio(last.keyRepeatRatio())
              .queue(last.queueLength(), total.rejected() / seconds, Math.min(1, backlog))
              .latencies(last.queueWait(), last.hdfsWait(), last.service())
              .build());
    }
    return new UsageReport(
            latest.server(),
            latest.endMillis(),
            seconds,
            latest.planVersion(),
            latest.cacheCapacityBytes(),
            latest.hdfsCapacityBytesPerSecond(),
            latest.components(),
            tenants)
        .with(
            new ServerProcessors(
                latest.processors().available(),
                machineBusy / seconds,
                serverBusy / seconds,
                unattributed / seconds))
        .with(latest.setup());
  }
}
