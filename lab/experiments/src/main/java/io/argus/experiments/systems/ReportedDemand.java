package io.argus.experiments.systems;

import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.rivals.shares.ClusterDemand;
import io.argus.rivals.shares.LocalDemand;
import io.argus.rivals.shares.ServerCapacity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the tenants of a workload mix ask of the servers, by the usage reports. Stateless. */
final class ReportedDemand {
  /** The part of the hits of a whole cache that a tenant's demand for cache is to give. */
  private static final double MAX_HITS = 0.95;

  private ReportedDemand() {}

  static ClusterDemand of(WorkloadMix mix, List<UsageReport> reports) {
    TreeMap<String, Double> weights = new TreeMap<>();
    mix.tenants().forEach(tenant -> weights.put(tenant.name(), tenant.weight()));
    List<String> tenants = mix.tenants().stream().map(TenantWorkload::name).toList();
    TreeMap<String, ServerCapacity> capacities = new TreeMap<>();
    Map<String, Map<String, LocalDemand>> byServer = new HashMap<>();
    for (UsageReport report : reports) {
      capacities.put(
          report.server(),
          new ServerCapacity(report.cacheCapacityBytes(), report.hdfsCapacityBytesPerSecond()));
      Map<String, LocalDemand> local = new HashMap<>();
      for (TenantUsage usage : report.tenants()) {
        if (tenants.contains(usage.tenant().name())) {
          local.put(usage.tenant().name(), local(usage, report.cacheCapacityBytes()));
        }
      }
      byServer.put(report.server(), local);
    }
    return new ClusterDemand(weights, capacities, byServer);
  }

  private static LocalDemand local(TenantUsage usage, long cacheCapacityBytes) {
    return new LocalDemand(
        usage.totalOperationsPerSecond(),
        usage.missRatioCurve().samples() > 0
            ? usefulShare(usage.missRatioCurve()) * cacheCapacityBytes
            : usage.cacheBytes(),
        usage.hdfsChargedBytesPerSecond());
  }

  /** The least share of the cache that gives nearly all hits of the whole cache. */
  static double usefulShare(MissRatioCurve curve) {
    double most = 1 - curve.missRatio(1);
    for (int step = 0; step < MissRatioCurve.STEPS; step++) {
      double share = (double) step * step / (MissRatioCurve.STEPS * MissRatioCurve.STEPS);
      if (1 - curve.missRatio(share) >= MAX_HITS * most) {
        return share;
      }
    }
    return 1;
  }
}
