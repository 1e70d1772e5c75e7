package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How much of its fair part each tenant of a server uses of the CPU and of HDFS.
 *
 * <p>The fair part is the water level of max-min fairness, by weight: what the tenants that use
 * less leave, divided among a tenant and those that use more. A tenant that uses clearly less could
 * have more whatever the others ask for, so it has what it asks for, unless its own requests wait.
 * Idle tenants change nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class FairParts {
  /** Of a server that did not report. */
  static final FairParts NONE = new FairParts(new HashMap<>(), new HashMap<>());

  /** Smaller uses, as a fraction of the fair part, count as none. */
  static final double LIGHT = 0.1;

  private final Map<TenantId, Double> cpu;
  private final Map<TenantId, Double> hdfs;

  private FairParts(Map<TenantId, Double> cpu, Map<TenantId, Double> hdfs) {
    this.cpu = cpu;
    this.hdfs = hdfs;
  }

  /**
   * @param hdfsBytesPerSecond what HDFS sustains there; 0 if it is not known
   * @param weights of tenants that do not weigh 1
   */
  static FairParts of(
      UsageReport report, double hdfsBytesPerSecond, Map<TenantId, Double> weights) {
    double used = report.tenants().stream().mapToDouble(TenantUsage::cpuFraction).sum();
    boolean mayLimit = report.cpu().saturation() > 0;
    return new FairParts(
        of(report, TenantUsage::cpuFraction, mayLimit ? used : 0, weights),
        of(report, TenantUsage::hdfsChargedBytesPerSecond, hdfsBytesPerSecond, weights));
  }

  /** Returns use / fair part of the tenants of which that is not next to nothing. */
  private static Map<TenantId, Double> of(
      UsageReport report,
      ToDoubleFunction<TenantUsage> use,
      double capacity,
      Map<TenantId, Double> weights) {
    ToDoubleFunction<TenantUsage> weight = usage -> weights.getOrDefault(usage.tenant(), 1.0);
    double left = capacity;
    double weightLeft = 0;
    for (TenantUsage usage : report.tenants()) {
      weightLeft += use.applyAsDouble(usage) > 0 ? weight.applyAsDouble(usage) : 0;
    }
    double least = LIGHT * capacity / weightLeft;
    List<TenantUsage> others = new ArrayList<>();
    for (TenantUsage usage : report.tenants()) {
      double used = use.applyAsDouble(usage);
      if (used > 0 && used >= least * weight.applyAsDouble(usage)) {
        others.add(usage);
      } else if (used > 0) {
        left -= used;
        weightLeft -= weight.applyAsDouble(usage);
      }
    }
    Map<TenantId, Double> ratios = new HashMap<>();
    if (capacity <= 0) {
      return ratios;
    }
    others.sort(
        Comparator.comparingDouble(
            usage -> use.applyAsDouble(usage) / weight.applyAsDouble(usage)));
    for (TenantUsage usage : others) {
      double used = use.applyAsDouble(usage);
      double fair = left * weight.applyAsDouble(usage) / weightLeft;
      ratios.put(usage.tenant(), used / Math.max(fair, least));
      left -= used;
      weightLeft -= weight.applyAsDouble(usage);
    }
    return ratios;
  }

  /** Use of the CPU / fair part; 0 where it does not limit anybody. */
  double ofCpu(TenantId tenant) {
    return cpu.getOrDefault(tenant, 0.0);
  }

  /** Use of either resource / fair part, whichever is more. */
  double ofAny(TenantId tenant) {
    return Math.max(ofCpu(tenant), hdfs.getOrDefault(tenant, 0.0));
  }
}
