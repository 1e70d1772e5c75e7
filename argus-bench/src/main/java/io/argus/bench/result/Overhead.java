package io.argus.bench.result;

import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What a system costs where nobody misbehaves: throughput and latency in relation to stock HBase,
 * of a tenant alone and of two tenants with equal loads, repeat by repeat.
 *
 * <p>Stateless.
 */
public final class Overhead {
  private Overhead() {}

  /** The mix of two tenants with the same load. */
  public static WorkloadMix pair(String load) {
    return WorkloadMix.parse(load + "+" + load);
  }

  /**
   * Compares a system with another one.
   *
   * @param runs in which both have served mixes of equal loads
   */
  public static List<Finding> findings(
      String system, String reference, List<WorkloadMix> mixes, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      List<SystemResult[]> pairs = new ArrayList<>();
      for (MixResult run : runs) {
        if (run.mix().equals(mix.label()) && run.result().system().equals(system)) {
          inSameRepeat(run, reference, runs)
              .ifPresent(other -> pairs.add(new SystemResult[] {run.result(), other}));
        }
      }
      if (!pairs.isEmpty()) {
        String load = mix.tenants().get(0).label();
        findings.add(
            finding(
                load + " alone",
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

  private static Optional<SystemResult> inSameRepeat(
      MixResult run, String system, List<MixResult> runs) {
    return runs.stream()
        .filter(other -> other.mix().equals(run.mix()) && other.repeat() == run.repeat())
        .map(MixResult::result)
        .filter(result -> result.system().equals(system))
        .findFirst();
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

  /** The figure's mean over the tenants, of one system in relation to the other. */
  private static Spread ratio(List<SystemResult[]> pairs, ToDoubleFunction<TenantResult> figure) {
    return Spread.of(
        pairs.stream()
            .mapToDouble(pair -> mean(pair[0], figure) / mean(pair[1], figure))
            .toArray());
  }

  private static double mean(SystemResult result, ToDoubleFunction<TenantResult> figure) {
    return result.tenants().stream().mapToDouble(figure).average().orElseThrow();
  }
}
