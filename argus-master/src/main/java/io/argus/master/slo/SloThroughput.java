package io.argus.master.slo;

import io.argus.core.slo.Slo;
import io.argus.core.slo.Slos;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.List;

/**
 * What SLOs ask of the planner, which divides throughput: operations per second of all kinds
 * together.
 *
 * <ul>
 *   <li>An SLO of one kind: as many operations in all as make up so many of that kind in the
 *       tenant's current mix; nothing if it asks for none of that kind.
 *   <li>An SLO of a 99th percentile: clients that wait for their answers make latency inverse to
 *       throughput (Little's law), so the current throughput x the current percentile / the one of
 *       the SLO.
 * </ul>
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class SloThroughput {
  /** Part of a tenant's operations below which a kind says nothing. */
  private static final double MIN_PART = 0.01;

  private static final double NANOS_PER_MILLI = 1e6;

  private SloThroughput() {}

  /** Returns the models with the SLOs of their tenants. */
  public static List<TenantModel> of(List<TenantModel> models, ClusterUsage usage, Slos slos) {
    List<TenantModel> withSlos = new ArrayList<>();
    for (TenantModel model : models) {
      double most = 0;
      for (Slo slo : slos.of(model.tenant())) {
        most = Math.max(most, operations(slo, usage.tenantOrIdle(model.tenant())));
      }
      withSlos.add(most == model.sloThroughput() ? model : model.withSlo(most));
    }
    return withSlos;
  }

  /** Operations per second of all kinds that meet an SLO; 0 if it asks for nothing now. */
  static double operations(Slo slo, TenantUsage usage) {
    double all = usage.totalOperationsPerSecond();
    double now = measured(slo, usage);
    if (slo.measure() == Slo.Measure.P99) {
      return all * now / slo.value();
    }
    if (slo.requests() == Slo.Requests.ALL) {
      return slo.value();
    }
    return now > MIN_PART * all ? slo.value() * all / now : 0;
  }

  /** What a tenant has now of what an SLO is about: operations per second, or milliseconds. */
  static double measured(Slo slo, TenantUsage usage) {
    boolean operations = slo.measure() == Slo.Measure.OPS;
    switch (slo.requests()) {
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
