package io.argus.master.slo;

import io.argus.core.slo.Slo;
import io.argus.core.slo.Slos;
import io.argus.core.usage.Figure;
import io.argus.core.usage.RequestKind;
import io.argus.core.usage.TenantUsage;
import io.argus.master.model.CpuShares;
import io.argus.master.model.TenantModel;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What SLOs ask of the planner, which divides throughput: operations per second of all kinds
 * together.
 *
 * <ul>
 *   <li>An SLO of one kind: as many operations in all as make up so many of that kind in the
 *       tenant's current mix; nothing if it asks for none of that kind.
 *   <li>An SLO of a 99th percentile: clients that wait for their answers make latency inverse to
 *       throughput (Little's law), so the current throughput x the current percentile / the one of
 *       the SLO. Larger shares shorten no wait of a tenant that does not wait mostly for HDFS and
 *       uses less than its share of each CPU. It needs no more than its current throughput: the
 *       region servers hold up the long calls of others for it.
 * </ul>
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class SloThroughput {
  /** Part of a tenant's operations below which a kind says nothing. */
  private static final double MIN_PART = 0.01;

  /** Part of its CPU share from which on a tenant may be waiting for more of it. */
  private static final double USED_UP = 0.95;

  private static final double NANOS_PER_MILLI = 1e6;

  private SloThroughput() {}

  /** Returns the models with these SLOs instead of those that they have. */
  public static List<TenantModel> of(List<TenantModel> models, ClusterUsage usage, Slos slos) {
    List<TenantModel> without = new ArrayList<>();
    for (TenantModel model : models) {
      without.add(model.sloThroughput() > 0 ? model.withSlo(0) : model);
    }
    if (slos.all().isEmpty()) {
      return without;
    }
    List<TenantModel> withSlos = new ArrayList<>();
    // By these shares, which no SLO raises, a tenant is judged alike before its SLO and with it.
    for (TenantModel model : CpuShares.planned(without)) {
      double most = 0;
      for (Slo slo : slos.of(model.tenant())) {
        most = Math.max(most, operations(slo, model, usage));
      }
      withSlos.add(most > 0 ? model.withSlo(most) : model);
    }
    return withSlos;
  }

  private static double operations(Slo slo, TenantModel model, ClusterUsage usage) {
    TenantUsage now = usage.tenantOrIdle(model.tenant());
    double needed = operations(slo, now);
    double all = now.totalOperationsPerSecond();
    boolean isInVain =
        slo.measure() == Slo.Measure.P99
            && needed > all
            && !isLimitedByShares(model, now, usage.local(model.tenant()));
    return isInVain ? all : needed;
  }

  /** Whether larger shares may shorten what the requests of a tenant wait. */
  private static boolean isLimitedByShares(
      TenantModel model, TenantUsage usage, List<ClusterUsage.Local> there) {
    if (usage.waitsMostlyForHdfs()) {
      return true;
    }
    Map<String, Double> used = new HashMap<>();
    for (ClusterUsage.Local local : there) {
      if (local.cpuCapacity() > 0) { // else nobody knows
        used.put(local.server(), local.cpuShare());
      }
    }
    return model.parts().stream()
        .anyMatch(part -> used.getOrDefault(part.server(), 1.0) >= USED_UP * part.cpuShare());
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
