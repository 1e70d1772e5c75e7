package io.argus.regionserver.report;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageCounters;
import java.util.HashMap;
import java.util.Map;

/**
 * What was counted of each tenant since the server started, in all windows. A tenant is never
 * forgotten, since the master reads the differences; it takes some 300 bytes.
 *
 * <p>Not safe for use by several threads.
 */
final class RunningTotals {
  private final Map<TenantId, UsageCounters> totals = new HashMap<>();

  /** Adds a window, and tells each tenant's usage the totals. */
  void addTo(Map<TenantId, TenantUsage.Builder> window) {
    window.forEach(
        (tenant, usage) -> {
          UsageCounters counted = usage.counted();
          UsageCounters before = totals.getOrDefault(tenant, UsageCounters.NONE);
          UsageCounters now = counted.isNone() ? before : before.after(counted);
          totals.put(tenant, now);
          usage.totals(now);
        });
  }
}
