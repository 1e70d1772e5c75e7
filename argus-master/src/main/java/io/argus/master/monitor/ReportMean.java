package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The mean of several reports of one server: {@link CombinedUsage} of each tenant, weighted by the
 * length of the windows. A tenant whose workload has shifted has the mean over the reports since.
 * The growth of its queue is counted from the end of the report before the first one.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ReportMean {
  /** One tenant's sums. */
  private static final class Sums {
    final CombinedUsage usage = CombinedUsage.ofTimes();

    /** Requests in the queue when the first report that counts began. */
    int queueBefore;
  }

  private ReportMean() {}

  /**
   * @param reports at least one, the latest last
   * @param since for tenants whose workload has shifted, the number of the first report that counts
   * @param queuesBefore {@link #queues} of the report before the first one; null if there was none
   */
  static UsageReport of(
      List<UsageReport> reports,
      Map<TenantId, Integer> since,
      @Nullable Map<TenantId, Integer> queuesBefore) {
    UsageReport latest = reports.get(reports.size() - 1);
    if (reports.size() == 1 && queuesBefore == null) {
      return latest;
    }
    double[] secondsSince = secondsSince(reports);
    double machineBusy = 0;
    double serverBusy = 0;
    double unattributed = 0;
    Map<TenantId, Sums> sums = new HashMap<>();
    if (queuesBefore != null) {
      addQueues(queuesBefore, 0, since, sums);
    }
    for (int k = 0; k < reports.size(); k++) {
      UsageReport report = reports.get(k);
      double window = report.windowSeconds();
      machineBusy += report.cpu().machineBusy() * window;
      serverBusy += report.cpu().serverBusy() * window;
      unattributed += report.cpu().unattributed() * window;
      for (TenantUsage usage : report.tenants()) {
        if (!usage.isIdle() && k >= since.getOrDefault(usage.tenant(), 0)) {
          sums.computeIfAbsent(usage.tenant(), t -> new Sums()).usage.add(usage, window);
        }
      }
      if (!since.isEmpty()) {
        addQueues(queues(report), k + 1, since, sums);
      }
    }
    List<TenantUsage> tenants = new ArrayList<>();
    for (TenantUsage last : latest.tenants()) {
      Sums sum = sums.get(last.tenant());
      int first = since.getOrDefault(last.tenant(), 0);
      boolean queueKnown = first > 0 || queuesBefore != null;
      tenants.add(sum == null ? last : mean(sum, secondsSince[first], last, queueKnown));
    }
    return new UsageReport(
            latest.server(),
            latest.endMillis(),
            secondsSince[0],
            latest.planVersion(),
            latest.cacheCapacityBytes(),
            latest.hdfsCapacityBytesPerSecond(),
            latest.components(),
            tenants)
        .with(
            new ServerCpu(
                latest.cpu().available(),
                machineBusy / secondsSince[0],
                serverBusy / secondsSince[0],
                unattributed / secondsSince[0]))
        .with(latest.setup())
        .withClasses(latest.classes())
        .withRunaways(latest.runaways());
  }

  /** What counts of a report in the mean with later ones. */
  static UsageReport past(UsageReport report) {
    return new UsageReport(
            report.server(),
            report.endMillis(),
            report.windowSeconds(),
            report.planVersion(),
            0,
            0,
            Collections.emptyList(),
            report.tenants().stream()
                .filter(usage -> !usage.isIdle())
                .map(CombinedUsage::past)
                .collect(Collectors.toList()))
        .with(report.cpu());
  }

  /** Requests that wait at the end of a report, of the tenants that have any. */
  static Map<TenantId, Integer> queues(UsageReport report) {
    Map<TenantId, Integer> queues = new HashMap<>();
    for (TenantUsage usage : report.tenants()) {
      if (usage.queueLength() > 0) {
        queues.put(usage.tenant(), usage.queueLength());
      }
    }
    return queues;
  }

  /** Notes the queues at the end of a report, of tenants of which that number is the first one. */
  private static void addQueues(
      Map<TenantId, Integer> queues,
      int next,
      Map<TenantId, Integer> since,
      Map<TenantId, Sums> sums) {
    queues.forEach(
        (tenant, length) -> {
          if (since.getOrDefault(tenant, 0) == next) {
            sums.computeIfAbsent(tenant, t -> new Sums()).queueBefore = length;
          }
        });
  }

  private static TenantUsage mean(Sums sum, double seconds, TenantUsage last, boolean queueKnown) {
    if (last.isIdle()) {
      sum.usage.add(last, 0); // it was left out
    }
    double growth = queueKnown ? (last.queueLength() - sum.queueBefore) / seconds : 0;
    return sum.usage
        .over(seconds, last.tenant())
        .queueGrowth(growth)
        .windowSeconds(seconds)
        .build();
  }

  /** The length of each report and those after it. */
  private static double[] secondsSince(List<UsageReport> reports) {
    double[] seconds = new double[reports.size()];
    double sum = 0;
    for (int k = reports.size() - 1; k >= 0; k--) {
      sum += reports.get(k).windowSeconds();
      seconds[k] = sum;
    }
    return seconds;
  }
}
