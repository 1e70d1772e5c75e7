package io.argus.master.promises;

import io.argus.core.promise.Promise;
import io.argus.core.promise.Promises;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * What promises ask of the planner, which divides throughput: operations per second of all kinds
 * together.
 *
 * <ul>
 *   <li>A promise of one kind: as many operations in all as make up so many of that kind in the
 *       tenant's present mix; nothing if it asks for none of that kind.
 *   <li>A promise of a 99th percentile: clients that wait for their answers make latency inverse to
 *       throughput (Little's law), so the present throughput x the present percentile / the
 *       promised one.
 * </ul>
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class PromisedThroughput {
  /** Part of a tenant's operations below which a kind says nothing. */
  private static final double MIN_PART = 0.01;

  private static final double NANOS_PER_MILLI = 1e6;

  private PromisedThroughput() {}

  /** Returns the models with what their tenants are promised. */
  public static List<TenantModel> of(
      List<TenantModel> models, ClusterUsage usage, Promises promises) {
    List<TenantModel> promised = new ArrayList<>();
    for (TenantModel model : models) {
      double most = 0;
      for (Promise promise : promises.of(model.tenant())) {
        most = Math.max(most, operations(promise, usage.tenantOrIdle(model.tenant())));
      }
      promised.add(most == model.promised() ? model : model.promising(most));
    }
    return promised;
  }

  /** Operations per second of all kinds that keep a promise; 0 if it asks for nothing now. */
  static double operations(Promise promise, TenantUsage usage) {
    double all = usage.totalOperationsPerSecond();
    double now = measured(promise, usage);
    if (promise.measure() == Promise.Measure.P99) {
      return all * now / promise.value();
    }
    if (promise.requests() == Promise.Requests.ALL) {
      return promise.value();
    }
    return now > MIN_PART * all ? promise.value() * all / now : 0;
  }

  /** What a tenant has now of what it is promised: operations per second, or milliseconds. */
  static double measured(Promise promise, TenantUsage usage) {
    boolean operations = promise.measure() == Promise.Measure.OPS;
    switch (promise.requests()) {
      case GET:
        return operations
            ? usage.operationsPerSecond(RequestKind.GET)
            : millis(usage, Figure.GET_RESPONSE_P99);
      case SCAN:
        return operations
            ? usage.operationsPerSecond(RequestKind.SCAN)
            : millis(usage, Figure.SCAN_RESPONSE_P99);
      case WRITE:
        return operations
            ? usage.operationsPerSecond(RequestKind.WRITE)
                + usage.operationsPerSecond(RequestKind.MULTI)
            : millis(usage, Figure.WRITE_RESPONSE_P99);
      default:
        return operations ? usage.totalOperationsPerSecond() : millis(usage, Figure.RESPONSE_P99);
    }
  }

  private static double millis(TenantUsage usage, Figure percentile) {
    return usage.get(percentile) / NANOS_PER_MILLI;
  }
}
