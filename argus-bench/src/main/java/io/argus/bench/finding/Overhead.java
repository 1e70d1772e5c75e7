package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What a system costs when tenants do not interfere: throughput and latency relative to stock
 * HBase, of a tenant alone and of two tenants with equal workloads, repeat by repeat.
 */
public final class Overhead {
  private Overhead() {}

  /** The mix of two tenants with the same workload. */
  public static WorkloadMix pair(String workload) {
    return WorkloadMix.parse(workload + "+" + workload);
  }

  /**
   * Compares a system with another one.
   *
   * @param runs measurements in which both systems served mixes of equal workloads
   */
  public static List<Finding> findings(
      String system, String reference, List<WorkloadMix> mixes, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      List<SystemResult[]> pairs = new ArrayList<>();
      for (MixResult run : runs) {
        if (run.mix().equals(mix.label()) && run.result().system().equals(system)) {
          run.inSameRepeat(run.mix(), reference, runs)
              .ifPresent(other -> pairs.add(new SystemResult[] {run.result(), other}));
        }
      }
      if (!pairs.isEmpty()) {
        String workload = mix.tenants().get(0).label();
        findings.add(
            finding(
                workload + " alone",
                pairs,
                TenantResult::isolatedThroughput,
                TenantResult::aloneP50Millis,
                TenantResult::aloneP99Millis));
        findings.add(
            finding(
                mix.label(),
                pairs,
                TenantResult::throughput,
                TenantResult::p50Millis,
                TenantResult::p99Millis));
      }
    }
    return findings;
  }

  private static Finding finding(
      String of,
      List<SystemResult[]> pairs,
      ToDoubleFunction<TenantResult> throughput,
      ToDoubleFunction<TenantResult> p50Millis,
      ToDoubleFunction<TenantResult> p99Millis) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    figures.put("throughputRatio", ratio(pairs, throughput));
    figures.put("p50Ratio", ratio(pairs, p50Millis));
    figures.put("p99Ratio", ratio(pairs, p99Millis));
    figures.put("repeats", Spread.of(pairs.size()));
    return new Finding(of, figures);
  }

  /** The figure's mean over the tenants of the first system / that of the second. */
  private static Spread ratio(List<SystemResult[]> pairs, ToDoubleFunction<TenantResult> figure) {
    return Spread.of(pairs, pair -> mean(pair[0], figure) / mean(pair[1], figure));
  }

  private static double mean(SystemResult result, ToDoubleFunction<TenantResult> figure) {
    return result.tenants().stream().mapToDouble(figure).average().orElseThrow();
  }
}
