package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * What systems cost when tenants do not interfere: throughput and latency relative to another
 * system, of a tenant alone and of two tenants with equal workloads, repeat by repeat.
 */
public final class Overhead {
  private Overhead() {}

  /** The mix of two tenants with the same workload. */
  public static WorkloadMix pair(String workload) {
    return WorkloadMix.parse(workload + "+" + workload);
  }

  /** How one system served a mix, and how another one did in the same repeat. */
  private record Pair(int repeat, SystemResult result, SystemResult reference) {

    /** The figure's mean over the tenants, in relation to the reference. */
    double ratio(ToDoubleFunction<TenantResult> figure) {
      return mean(result, figure) / mean(reference, figure);
    }

    private static double mean(SystemResult result, ToDoubleFunction<TenantResult> figure) {
      return result.tenants().stream().mapToDouble(figure).average().orElseThrow();
    }
  }

  /**
   * Compares each system with all that are before it.
   *
   * @param runs measurements in which the systems served mixes of equal workloads
   */
  public static List<Finding> findings(
      List<String> systems, List<WorkloadMix> mixes, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      for (int i = 1; i < systems.size(); i++) {
        for (String reference : systems.subList(0, i)) {
          add(mix, systems.get(i), reference, runs, findings);
        }
      }
    }
    return findings;
  }

  private static void add(
      WorkloadMix mix,
      String system,
      String reference,
      List<MixResult> runs,
      List<Finding> findings) {
    List<Pair> pairs = new ArrayList<>();
    for (MixResult run : runs) {
      if (run.mix().equals(mix.label()) && run.result().system().equals(system)) {
        run.inSameRepeat(run.mix(), reference, runs)
            .ifPresent(other -> pairs.add(new Pair(run.repeat(), run.result(), other)));
      }
    }
    if (pairs.isEmpty()) {
      return;
    }
    pairs.sort(Comparator.comparing(Pair::repeat));
    String systems = ", " + system + " / " + reference;
    addAlone(mix.tenants().get(0).label() + " alone" + systems, pairs, findings);
    addTogether(mix.label() + systems, pairs, findings);
  }

  private static void addAlone(String of, List<Pair> pairs, List<Finding> findings) {
    add(
        of,
        pairs,
        some ->
            figures(
                some,
                TenantResult::isolatedThroughput,
                TenantResult::aloneP50Millis,
                TenantResult::aloneP99Millis),
        findings);
  }

  private static void addTogether(String of, List<Pair> pairs, List<Finding> findings) {
    add(
        of,
        pairs,
        some ->
            figures(
                some, TenantResult::throughput, TenantResult::p50Millis, TenantResult::p99Millis),
        findings);
  }

  /** Adds the figures over all repeats and, if there are several, those of each repeat. */
  private static void add(
      String of,
      List<Pair> pairs,
      Function<List<Pair>, Map<String, Spread>> figures,
      List<Finding> findings) {
    Map<String, Spread> all = figures.apply(pairs);
    all.put("repeats", Spread.of(pairs.size()));
    findings.add(new Finding(of, all));
    if (pairs.size() > 1) {
      for (Pair pair : pairs) {
        String repeat = ", repeat " + (pair.repeat() + 1);
        findings.add(new Finding(of + repeat, figures.apply(List.of(pair))));
      }
    }
  }

  private static Map<String, Spread> figures(
      List<Pair> pairs,
      ToDoubleFunction<TenantResult> throughput,
      ToDoubleFunction<TenantResult> p50Millis,
      ToDoubleFunction<TenantResult> p99Millis) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    figures.put("throughputRatio", Spread.of(pairs, pair -> pair.ratio(throughput)));
    figures.put("p50Ratio", Spread.of(pairs, pair -> pair.ratio(p50Millis)));
    figures.put("p99Ratio", Spread.of(pairs, pair -> pair.ratio(p99Millis)));
    return figures;
  }
}
