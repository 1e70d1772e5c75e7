package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a sweep over one setting shows: the best pinned reservations, fairness and efficiency by
 * credits, one tenant's throughput by the number of tenants.
 */
public final class Sweep {
  private Sweep() {}

  /**
   * The best pinned D of each mix, which is the best median D-score over all pinned reservations,
   * and the D-score that the planner reached.
   *
   * @param pinned for each mix that the planner served, the same mix under pinned reservations
   */
  public static List<Finding> best(
      Map<WorkloadMix, List<WorkloadMix>> pinned, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    pinned.forEach((mix, points) -> findings.addAll(best(mix.label(), points, runs)));
    return findings;
  }

  private static List<Finding> best(String mix, List<WorkloadMix> points, List<MixResult> runs) {
    double[] planned = dScores(runs, mix);
    Optional<String> best =
        points.stream()
            .map(WorkloadMix::label)
            .filter(label -> dScores(runs, label).length > 0)
            .max(Comparator.comparingDouble(label -> dScore(runs, label)));
    if (planned.length == 0 || best.isEmpty()) {
      return List.of();
    }
    double bestPinned = dScore(runs, best.get());
    double[] ratios = Arrays.stream(planned).map(d -> d / bestPinned).toArray();
    return List.of(
        new Finding(
            "best pinned: " + best.get(), Map.of("dScore", Spread.of(dScores(runs, best.get())))),
        new Finding(
            "planned: " + mix,
            Map.of("dScore", Spread.of(planned), "ofBestPinned", Spread.of(ratios))));
  }

  private static double dScore(List<MixResult> runs, String mix) {
    return Spread.of(dScores(runs, mix)).median();
  }

  /**
   * Fairness and efficiency of systems against the isolated throughputs of one of them in the same
   * repeat. Otherwise a setting that throttles a tenant that runs alone would look efficient.
   *
   * @param reference the system whose isolated throughputs count
   */
  public static List<Finding> rebased(
      List<String> systems, String reference, double alpha, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (String system : systems) {
      List<SystemResult> rebased = new ArrayList<>();
      for (MixResult run : runs) {
        if (run.result().system().equals(system)) {
          run.inSameRepeat(run.mix(), reference, runs)
              .ifPresent(other -> rebased.add(rebase(run.result(), other, alpha)));
        }
      }
      if (!rebased.isEmpty()) {
        Map<String, Spread> figures = new LinkedHashMap<>();
        figures.put("jIndex", Spread.of(rebased, SystemResult::jIndex));
        figures.put("efficiency", Spread.of(rebased, SystemResult::efficiency));
        figures.put("dScore", Spread.of(rebased, SystemResult::dScore));
        figures.put("throughput", Spread.of(rebased, Sweep::throughput));
        findings.add(new Finding(system, figures));
      }
    }
    return findings;
  }

  private static SystemResult rebase(SystemResult result, SystemResult reference, double alpha) {
    List<TenantResult> tenants = new ArrayList<>();
    for (int i = 0; i < result.tenants().size(); i++) {
      tenants.add(result.tenants().get(i).withIsolatedThroughputOf(reference.tenants().get(i)));
    }
    return SystemResult.of(result.system(), tenants, alpha);
  }

  private static double throughput(SystemResult result) {
    return result.tenants().stream().mapToDouble(TenantResult::throughput).sum();
  }

  /**
   * The first tenant's throughput in each mix / its throughput in another mix of the same repeat.
   *
   * @param references for each mix the mix that it is compared with
   */
  public static List<Finding> firstTenant(
      Map<WorkloadMix, WorkloadMix> references, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    references.forEach(
        (mix, reference) -> {
          List<Double> ratios = new ArrayList<>();
          List<Double> throughputs = new ArrayList<>();
          for (MixResult run : runs) {
            if (run.mix().equals(mix.label())) {
              throughputs.add(first(run.result()));
              run.inSameRepeat(reference.label(), run.result().system(), runs)
                  .ifPresent(other -> ratios.add(first(run.result()) / first(other)));
            }
          }
          if (!ratios.isEmpty()) {
            Map<String, Spread> figures = new LinkedHashMap<>();
            figures.put("throughput", Spread.of(throughputs, Double::doubleValue));
            figures.put("ratio", Spread.of(ratios, Double::doubleValue));
            findings.add(new Finding("tenant 1 in " + mix.label(), figures));
          }
        });
    return findings;
  }

  private static double first(SystemResult result) {
    return result.tenants().get(0).throughput();
  }

  private static double[] dScores(List<MixResult> runs, String mix) {
    return runs.stream()
        .filter(run -> run.mix().equals(mix))
        .map(MixResult::result)
        .mapToDouble(SystemResult::dScore)
        .toArray();
  }
}
