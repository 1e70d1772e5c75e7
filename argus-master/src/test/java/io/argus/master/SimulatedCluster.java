package io.argus.master;

import io.argus.core.HookStatus;
import io.argus.core.Percentiles;
import io.argus.core.Plan;
import io.argus.core.RequestKind;
import io.argus.core.Reservation;
import io.argus.core.TenantId;
import io.argus.core.TenantUsage;
import io.argus.core.UsageReport;
import io.argus.core.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One region server as in the measured baselines: 600 reads/s of 64 KB, 215 MB of cache, tenants
 * that are uniform over 689 MB or live in a working set of 77 MB.
 */
final class SimulatedCluster implements ClusterView {
  static final double READS_PER_SECOND = 600;
  static final long BLOCK_BYTES = 64 << 10;
  static final long CACHE_BYTES = 215L << 20;

  /** A tenant's workload: its data, and what it reaches when nothing of it is missing. */
  record Workload(long dataBytes, double mostOperations, double keyRepeatRatio) {
    static final Workload UNIFORM = new Workload(689L << 20, 20_000, 0.008);
    static final Workload EX_HOT = new Workload(77L << 20, 27_000, 1);
    static final Workload IDLE = new Workload(1 << 20, 0, 0);

    double missRatio(double cacheShare) {
      return Math.max(0, 1 - cacheShare * CACHE_BYTES / dataBytes);
    }

    double operations(double cacheShare, double hdfsShare) {
      double misses = missRatio(cacheShare);
      double carried = hdfsShare * READS_PER_SECOND;
      return misses * mostOperations <= carried ? mostOperations : carried / misses;
    }
  }

  final Map<TenantId, Workload> workloads = new TreeMap<>();
  final Map<String, byte[]> extraReports = new HashMap<>();
  boolean fails;
  Plan plan = Plan.equal(0, 0, List.of());
  private long nowMillis;

  SimulatedCluster with(String tenant, Workload workload) {
    workloads.put(TenantId.of(tenant), workload);
    return this;
  }

  /** The server applies what the store holds and works on for a while. */
  void advance(InMemoryPlanStore store, long nowMillis) throws IOException {
    this.nowMillis = nowMillis;
    store
        .read(PlanStore.Document.PLAN)
        .ifPresent(
            bytes -> {
              try {
                plan = WireFormat.readPlan(bytes);
              } catch (IllegalArgumentException e) {
                // Keeps the last plan, as a region server does.
              }
            });
  }

  double operations(String tenant) {
    TenantId id = TenantId.of(tenant);
    return workloads.get(id).operations(reservation(id).cacheShare(), hdfsShare(id));
  }

  private Reservation reservation(TenantId tenant) {
    return plan.reservation(tenant).orElse(Reservation.of(tenant, 0.01, 0.01));
  }

  /** Work-conserving: what a tenant leaves goes to those that want it, in proportion. */
  private double hdfsShare(TenantId tenant) {
    Map<TenantId, Double> shares = new TreeMap<>();
    for (int round = 0; round < 5; round++) {
      double free = 1;
      double wanting = 0;
      for (TenantId each : workloads.keySet()) {
        double had = shares.getOrDefault(each, 0.0);
        free -= had;
        wanting += had < need(each) ? reservation(each).hdfsShare() : 0;
      }
      for (TenantId each : workloads.keySet()) {
        double had = shares.getOrDefault(each, 0.0);
        if (had < need(each)) {
          double more = free * reservation(each).hdfsShare() / wanting;
          shares.put(each, Math.min(need(each), had + more));
        }
      }
    }
    return shares.getOrDefault(tenant, 0.0);
  }

  private double need(TenantId tenant) {
    Workload workload = workloads.get(tenant);
    return workload.mostOperations()
        * workload.missRatio(reservation(tenant).cacheShare())
        / READS_PER_SECOND;
  }

  double violation(String tenant) {
    double alone = workloads.get(TenantId.of(tenant)).operations(1, 1);
    return 1 - operations(tenant) / alone;
  }

  @Override
  public Map<String, byte[]> usageReports() throws IOException {
    if (fails) {
      throw new IOException("cluster is away");
    }
    List<TenantUsage> usages = new ArrayList<>();
    workloads.forEach((tenant, workload) -> usages.add(usage(tenant, workload)));
    UsageReport report =
        new UsageReport(
            "rs1,16020,1",
            nowMillis,
            2,
            plan.version(),
            CACHE_BYTES,
            READS_PER_SECOND * BLOCK_BYTES,
            List.of(HookStatus.active("scheduler")),
            usages);
    Map<String, byte[]> reports = new HashMap<>(extraReports);
    reports.put(report.server(), WireFormat.write(report));
    return reports;
  }

  private TenantUsage usage(TenantId tenant, Workload workload) {
    Reservation r = reservation(tenant);
    double operations = operations(tenant.name());
    double misses = operations * workload.missRatio(r.cacheShare());
    long limitBytes = (long) (r.cacheShare() * CACHE_BYTES);
    boolean busy = operations > 0;
    return TenantUsage.builder(tenant)
        .operations(RequestKind.GET, operations)
        .keyRepeatRatio(workload.keyRepeatRatio())
        .cache(Math.min(limitBytes, workload.dataBytes()), limitBytes, operations - misses, misses)
        .hdfs(misses * BLOCK_BYTES, 0)
        .handlerFraction(operations * 30e-6)
        .queue(busy ? 40 : 0, 0, busy ? 0.99 : 0)
        .latencies(new Percentiles(1, 2, 3), Percentiles.NONE, Percentiles.NONE)
        .build();
  }

  @Override
  public Set<TenantId> tenants() throws IOException {
    if (fails) {
      throw new IOException("cluster is away");
    }
    return workloads.keySet();
  }
}
