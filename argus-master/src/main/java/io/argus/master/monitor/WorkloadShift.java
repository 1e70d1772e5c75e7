package io.argus.master.monitor;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.HashMap;
import java.util.Map;

/**
 * The test whether a tenant's workload on a server has changed: twice or half the operations, or
 * the cache misses per operation, or a different key repeat ratio.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class WorkloadShift {
  private static final double FACTOR = 2;
  private static final double KEY_REPEAT_RATIO = 0.2;

  /** Below this, rates are noise. */
  private static final double LEAST_PER_SECOND = 10;

  private WorkloadShift() {}

  static boolean between(UsageReport before, UsageReport now) {
    Map<TenantId, TenantUsage> known = new HashMap<>();
    before.tenants().forEach(usage -> known.put(usage.tenant(), usage));
    for (TenantUsage usage : now.tenants()) {
      TenantUsage old = known.get(usage.tenant());
      if (old == null ? operations(usage) > LEAST_PER_SECOND : shifted(old, usage)) {
        return true;
      }
    }
    return false;
  }

  private static boolean shifted(TenantUsage before, TenantUsage now) {
    boolean busy = Math.min(operations(before), operations(now)) > LEAST_PER_SECOND;
    return apart(operations(before), operations(now))
        || (busy
            && (Math.abs(before.keyRepeatRatio() - now.keyRepeatRatio()) > KEY_REPEAT_RATIO
                || apart(
                    before.cacheMissesPerSecond(),
                    now.cacheMissesPerSecond() * operations(before) / operations(now))));
  }

  private static boolean apart(double before, double now) {
    return Math.max(before, now) > LEAST_PER_SECOND
        && (before > FACTOR * now || now > FACTOR * before);
  }

  private static double operations(TenantUsage usage) {
    return usage.totalOperationsPerSecond();
  }
}
