package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * How much of its fair part a tenant uses of a server's CPU and of its HDFS; 0 where that is next
 * to nothing, or limits nobody.
 *
 * <p>The fair part is the water level of max-min fairness, by weight: what the tenants that use
 * less leave, divided among a tenant and those that use more. A tenant that uses clearly less could
 * have more whatever the others ask for, so it has what it asks for, unless its own requests wait.
 * Idle tenants change nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class FairParts {
  private static final FairParts NOTHING = new FairParts(0, 0);

  /** Smaller uses, as a fraction of the fair part, count as none. */
  static final double LIGHT = 0.1;

  final double cpu;

  /** Of either resource, whichever is more. */
  final double any;

  private FairParts(double cpu, double hdfs) {
    this.cpu = cpu;
    this.any = Math.max(cpu, hdfs);
  }

  /**
   * Returns what each tenant of a report uses / its fair part.
   *
   * @param hdfsBytesPerSecond what HDFS sustains there; 0 if it is not known
   * @param weights of tenants that do not weigh 1
   */
  static List<FairParts> of(
      UsageReport report, double hdfsBytesPerSecond, Map<TenantId, Double> weights) {
    List<TenantUsage> tenants = report.tenants();
    double used = tenants.stream().mapToDouble(TenantUsage::cpuFraction).sum();
    boolean mayLimit = report.cpu().saturation() > 0;
    double[] cpu = of(tenants, TenantUsage::cpuFraction, mayLimit ? used : 0, weights);
    double[] hdfs =
        of(tenants, TenantUsage::hdfsChargedBytesPerSecond, hdfsBytesPerSecond, weights);
    List<FairParts> parts = new ArrayList<>(cpu.length);
    for (int i = 0; i < cpu.length; i++) {
      parts.add(cpu[i] > 0 || hdfs[i] > 0 ? new FairParts(cpu[i], hdfs[i]) : NOTHING);
    }
    return parts;
  }

  /** Returns use / fair part of each tenant; 0 where that is next to nothing. */
  private static double[] of(
      List<TenantUsage> tenants,
      ToDoubleFunction<TenantUsage> use,
      double capacity,
      Map<TenantId, Double> weights) {
    double[] ratios = new double[tenants.size()];
    if (capacity <= 0) {
      return ratios;
    }
    double[] used = tenants.stream().mapToDouble(use).toArray();
    double[] weight =
        tenants.stream().mapToDouble(usage -> weights.getOrDefault(usage.tenant(), 1.0)).toArray();
    double left = capacity;
    double weightLeft = 0;
    for (int i = 0; i < used.length; i++) {
      weightLeft += used[i] > 0 ? weight[i] : 0;
    }
    double least = LIGHT * capacity / weightLeft;
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < used.length; i++) {
      if (used[i] > 0 && used[i] >= least * weight[i]) {
        others.add(i);
      } else if (used[i] > 0) {
        left -= used[i];
        weightLeft -= weight[i];
      }
    }
    others.sort(Comparator.comparingDouble(i -> used[i] / weight[i]));
    for (int i : others) {
      double fair = left * weight[i] / weightLeft;
      ratios[i] = used[i] / Math.max(fair, least);
      left -= used[i];
      weightLeft -= weight[i];
    }
    return ratios;
  }
}
