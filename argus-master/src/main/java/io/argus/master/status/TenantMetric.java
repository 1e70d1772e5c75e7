package io.argus.master.status;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A figure of each tenant that the history keeps, and how the points of a minute become one.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class TenantMetric {
  static final List<TenantMetric> ALL =
      Collections.unmodifiableList(
          Arrays.asList(
              mean(History.OPERATIONS, TenantStatus::operationsPerSecond),
              mean("isolatedThroughput", TenantStatus::isolatedThroughput),
              mean("throughputLoss", TenantStatus::throughputLoss),
              mean(History.DEMAND_LIMITED, tenant -> tenant.isDemandLimited() ? 1 : 0),
              mean("cacheShare", TenantStatus::cacheShare),
              mean("hdfsShare", TenantStatus::hdfsShare),
              mean("cpuShare", TenantStatus::cpuShare),
              mean("cacheBytes", TenantStatus::cacheBytes),
              mean("hitRatio", TenantStatus::hitRatio),
              mean("hdfsReadBytesPerSecond", TenantStatus::hdfsReadBytesPerSecond),
              mean("cpuFraction", TenantStatus::cpuFraction),
              mean(
                  History.RESPONSE_P99,
                  tenant -> tenant.responseP99Nanos() > 0 ? tenant.responseP99Nanos() : Double.NaN),
              recorded("capWaitFraction", TenantStatus::capWaitFraction),
              recorded("memstoreWaitFraction", TenantStatus::memstoreWaitFraction),
              recorded("queueWaitFraction", TenantStatus::queueWaitFraction),
              recorded("hdfsWaitFraction", TenantStatus::hdfsWaitFraction),
              recorded("hdfsReadFraction", TenantStatus::hdfsReadFraction),
              recorded("handlerFraction", TenantStatus::handlerFraction),
              greatest("queueWaitP50Nanos", TenantStatus::queueWaitP50Nanos),
              greatest("queueWaitP99Nanos", TenantStatus::queueWaitP99Nanos),
              greatest("hdfsWaitP99Nanos", TenantStatus::hdfsWaitP99Nanos)));

  /** Its name in {@link TenantStatus} and in JSON. */
  final String member;

  /** Whether the greatest point of a minute counts, not the mean. */
  final boolean greatest;

  /** Whether the history of the page has it: the page shows all of them of the past only. */
  final boolean inHistory;

  private final ToDoubleFunction<TenantStatus> figure;

  private TenantMetric(
      String member, boolean greatest, boolean inHistory, ToDoubleFunction<TenantStatus> figure) {
    this.member = member;
    this.greatest = greatest;
    this.inHistory = inHistory;
    this.figure = figure;
  }

  private static TenantMetric mean(String member, ToDoubleFunction<TenantStatus> figure) {
    return new TenantMetric(member, false, true, figure);
  }

  private static TenantMetric greatest(String member, ToDoubleFunction<TenantStatus> figure) {
    return new TenantMetric(member, true, true, figure);
  }

  private static TenantMetric recorded(String member, ToDoubleFunction<TenantStatus> figure) {
    return new TenantMetric(member, false, false, figure);
  }

  float of(TenantStatus status) {
    return (float) figure.applyAsDouble(status);
  }
}
