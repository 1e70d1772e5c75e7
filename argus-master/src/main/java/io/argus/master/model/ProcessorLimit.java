package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What a tenant would do alone where the processors limit it.
 *
 * <p>On a server whose processors are busy, a tenant that is alone uses what all tenants use now,
 * at the same processor time per operation: throughput x use of all tenants / own use. What no
 * tenant causes stays. What runs on the same machine beside the server, such as clients and
 * DataNode, is taken to be in proportion to the use in the server, so that it changes nothing. On
 * another server the tenant goes on as now.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class ProcessorLimit {
  /** A tenant that uses less is not limited by processors, and figures per operation are noise. */
  private static final double LEAST_USE = 0.01;

  private ProcessorLimit() {}

  /**
   * Returns operations per second; empty if the tenant is on no server whose processors are busy.
   * Looks at all tenants of those servers only.
   *
   * @param throughput of the tenant on all servers
   */
  static OptionalDouble of(TenantId tenant, double throughput, List<UsageReport> reports) {
    double more = 0;
    boolean limited = false;
    for (UsageReport report : reports) {
      if (!report.processors().areBusy()) {
        continue;
      }
      double own = 0;
      double here = 0;
      double all = 0;
      for (TenantUsage usage : report.tenants()) {
        all += usage.processorFraction();
        if (usage.tenant().equals(tenant)) {
          own = usage.processorFraction();
          here = usage.totalOperationsPerSecond();
        }
      }
      if (own >= LEAST_USE) {
        limited = true;
        more += here * (all / own - 1);
      }
    }
    return limited ? OptionalDouble.of(throughput + more) : OptionalDouble.empty();
  }
}
