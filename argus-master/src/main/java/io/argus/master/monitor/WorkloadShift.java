package io.argus.master.monitor;

import io.argus.core.usage.TenantUsage;
import org.jspecify.annotations.Nullable;

/**
 * The test whether a tenant's workload on a server has changed: twice or half the operations, or
 * the cache misses per operation, or a different key repeat ratio, and more than chance explains.
 *
 * <p>Counts scatter like those of a Poisson process. A change counts from {@value #SURE} standard
 * deviations on: of thousands of tenants on servers, tested every two seconds, none changes by
 * chance.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class WorkloadShift {
  private static final double FACTOR = 2;
  private static final double KEY_REPEAT_RATIO = 0.2;

  /** Below this, rates are noise. */
  private static final double MIN_PER_SECOND = 10;

  private static final double SURE = 6;

  private WorkloadShift() {}

  /**
   * @param before mean of the reports before; null if the tenant was not there
   * @param beforeSeconds their length
   * @param now the latest report; null if the tenant is not there any more
   * @param nowSeconds its length
   */
  static boolean between(
      @Nullable TenantUsage before,
      double beforeSeconds,
      @Nullable TenantUsage now,
      double nowSeconds) {
    double operationsBefore = before == null ? 0 : before.totalOperationsPerSecond();
    double operationsNow = now == null ? 0 : now.totalOperationsPerSecond();
    if (apart(operationsBefore, beforeSeconds, operationsNow, nowSeconds)) {
      return true;
    }
    if (before == null
        || now == null
        || Math.min(operationsBefore, operationsNow) <= MIN_PER_SECOND) {
      return false;
    }
    double counted = Math.min(operationsBefore * beforeSeconds, operationsNow * nowSeconds);
    double difference = Math.abs(before.keyRepeatRatio() - now.keyRepeatRatio());
    // A ratio of so many keys scatters by half of this at most.
    double chance = SURE / 2 / Math.sqrt(Math.max(1, counted));
    double factor = operationsBefore / operationsNow;
    return difference > KEY_REPEAT_RATIO + chance
        || apart(
            before.cacheMissesPerSecond(),
            beforeSeconds,
            now.cacheMissesPerSecond() * factor,
            nowSeconds / factor);
  }

  /** Whether two rates differ by the factor, and by more than chance. */
  private static boolean apart(double before, double beforeSeconds, double now, double nowSeconds) {
    double deviation = Math.sqrt(before / beforeSeconds + now / nowSeconds);
    return Math.max(before, now) > MIN_PER_SECOND
        && (before > FACTOR * now || now > FACTOR * before)
        && Math.abs(before - now) > SURE * deviation;
  }
}
