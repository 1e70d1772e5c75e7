package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.ServerCpu;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
   * @param past the reports before the latest, in their order
   * @param since for tenants whose workload has shifted, the number of the first report that counts
   * @param queuesBefore {@link PastReport#queues} of the report before all these; null if there was
   *     none
   */
  static UsageReport of(
      Collection<PastReport> past,
      UsageReport latest,
      Map<TenantId, Integer> since,
      @Nullable Map<TenantId, Integer> queuesBefore) {
    if (past.isEmpty() && queuesBefore == null) {
      return latest;
    }
    double[] secondsSince = secondsSince(past, latest);
    double machineBusy = 0;
    double serverBusy = 0;
    double unattributed = 0;
    Map<TenantId, Sums> sums = new HashMap<>();
    if (queuesBefore != null) {
      queuesBefore.forEach(
          (tenant, length) -> {
            if (!since.containsKey(tenant)) {
              of(tenant, sums).queueBefore = length;
            }
          });
    }
    int next = 0;
    for (PastReport report : past) {
      double window = report.windowSeconds();
      machineBusy += report.cpu().machineBusy() * window;
      serverBusy += report.cpu().serverBusy() * window;
      unattributed += report.cpu().unattributed() * window;
      int number = next++;
      report.forEach(
          usage -> {
            int first = since.getOrDefault(usage.tenant(), 0);
            if (number >= first) {
              of(usage.tenant(), sums).usage.add(usage, window);
            } else if (number == first - 1 && usage.queueLength() > 0) {
              of(usage.tenant(), sums).queueBefore = usage.queueLength();
            }
          });
    }
    double lastWindow = latest.windowSeconds();
    machineBusy += latest.cpu().machineBusy() * lastWindow;
    serverBusy += latest.cpu().serverBusy() * lastWindow;
    unattributed += latest.cpu().unattributed() * lastWindow;
    for (TenantUsage usage : latest.tenants()) {
      if (!usage.isIdle()) {
        of(usage.tenant(), sums).usage.add(usage, lastWindow);
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

  private static Sums of(TenantId tenant, Map<TenantId, Sums> sums) {
    return sums.computeIfAbsent(tenant, t -> new Sums());
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
  private static double[] secondsSince(Collection<PastReport> past, UsageReport latest) {
    double[] seconds = new double[past.size() + 1];
    int k = 0;
    for (PastReport report : past) {
      seconds[k++] = report.windowSeconds();
    }
    seconds[k] = latest.windowSeconds();
    for (k--; k >= 0; k--) {
      seconds[k] += seconds[k + 1];
    }
    return seconds;
  }
}
