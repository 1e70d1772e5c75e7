package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.Percentiles;
import io.argus.core.usage.ResponseTimes;
import io.argus.core.usage.TenantUsage;
import java.util.List;

/**
 * The sum of one tenant's usage over several region servers. Rates and bytes add up. The key repeat
 * ratio is the mean by operations, the backlog fraction the mean over the servers on which the
 * tenant is active. Percentiles are the worst of all servers.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class UsageSum {
  private UsageSum() {}

  static TenantUsage of(TenantId tenant, List<ClusterUsage.Local> usages) {
    if (usages.size() == 1) {
      return usages.get(0).usage();
    }
    UsageTotals totals = new UsageTotals();
    double all = 0;
    double repeated = 0;
    double backlog = 0;
    int active = 0;
    long bytes = 0;
    long limitBytes = 0;
    int queueLength = 0;
    Percentiles queueWait = Percentiles.NONE;
    Percentiles hdfsWait = Percentiles.NONE;
    Percentiles service = Percentiles.NONE;
    ResponseTimes responses = ResponseTimes.NONE;
    for (ClusterUsage.Local local : usages) {
      TenantUsage usage = local.usage();
      bytes += usage.cacheBytes();
      limitBytes += usage.cacheLimitBytes();
      if (usage.isIdle()) {
        continue;
      }
      totals.add(usage, 1);
      double ops = usage.totalOperationsPerSecond();
      all += ops;
      repeated += ops * usage.keyRepeatRatio();
      if (ops > 0 || usage.queueLength() > 0) {
        active++;
        backlog += usage.backlogFraction();
      }
      queueLength += usage.queueLength();
      queueWait = worst(queueWait, usage.queueWait());
      hdfsWait = worst(hdfsWait, usage.hdfsWait());
      service = worst(service, usage.service());
      responses = responses.worst(usage.responses());
    }
    return totals
        .over(1, tenant, bytes, limitBytes)
        .keyRepeatRatio(all > 0 ? repeated / all : 0)
        .queue(queueLength, totals.rejected(), active == 0 ? 0 : backlog / active)
        .latencies(queueWait, hdfsWait, service)
        .responses(responses)
        .build();
  }

  private static Percentiles worst(Percentiles one, Percentiles other) {
    return new Percentiles(
        Math.max(one.p50Nanos(), other.p50Nanos()),
        Math.max(one.p95Nanos(), other.p95Nanos()),
        Math.max(one.p99Nanos(), other.p99Nanos()));
  }
}
