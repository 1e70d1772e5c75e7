package io.argus.bench.campaign;

import io.argus.bench.result.Finding;
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
import java.util.function.ToDoubleFunction;

/**
 * What sweeps of one setting show: the best pinned reservations, fairness and efficiency against
 * credits, one tenant's throughput against the number of tenants.
 *
 * <p>Stateless.
 */
public final class Sweep {
  private Sweep() {}

  /**
   * D* of each mix, the best median D-score over pinned reservations, and what the planner reached
   * beside it.
   *
   * @param pinned for each mix, as the planner served it, the same one under pinned reservations
   */
  public static List<Finding> best(
      Map<WorkloadMix, List<WorkloadMix>> pinned, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    pinned.forEach((mix, points) -> findings.addAll(best(mix.label(), points, runs)));
    return findings;
  }

  private static List<Finding> best(String mix, List<WorkloadMix> points, List<MixResult> runs) {
    double[] alone = figures(runs, mix, SystemResult::dScore);
    Optional<String> best =
        points.stream()
            .map(WorkloadMix::label)
            .filter(label -> figures(runs, label, SystemResult::dScore).length > 0)
            .max(Comparator.comparingDouble(label -> dScore(runs, label)));
    if (alone.length == 0 || best.isEmpty()) {
      return List.of();
    }
    double star = dScore(runs, best.get());
    double[] ratios = Arrays.stream(alone).map(d -> d / star).toArray();
    return List.of(
        new Finding(
            "best pinned: " + best.get(),
            Map.of("dScore", Spread.of(figures(runs, best.get(), SystemResult::dScore)))),
        new Finding(
            "left alone: " + mix,
            Map.of("dScore", Spread.of(alone), "ofBestPinned", Spread.of(ratios))));
  }

  private static double dScore(List<MixResult> runs, String mix) {
    return Spread.of(figures(runs, mix, SystemResult::dScore)).median();
  }

  /**
   * Fairness and efficiency of systems against the isolated throughputs that one of them has in the
   * same repeat, since a setting that throttles a tenant alone must not look efficient for it.
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
          runs.stream()
              .filter(other -> other.mix().equals(run.mix()) && other.repeat() == run.repeat())
              .map(MixResult::result)
              .filter(result -> result.system().equals(reference))
              .findFirst()
              .ifPresent(other -> rebased.add(rebase(run.result(), other, alpha)));
        }
      }
      if (!rebased.isEmpty()) {
        Map<String, Spread> figures = new LinkedHashMap<>();
        figures.put("jIndex", spread(rebased, SystemResult::jIndex));
        figures.put("efficiency", spread(rebased, SystemResult::efficiency));
        figures.put("dScore", spread(rebased, SystemResult::dScore));
        figures.put("throughput", spread(rebased, Sweep::throughput));
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
   * The first tenant's throughput in each mix, in relation to what it is in another one of the same
   * repeat.
   *
   * @param references for each mix the one it is compared with
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
              throughputs.add(first(run));
              runs.stream()
                  .filter(other -> other.mix().equals(reference.label()))
                  .filter(other -> other.repeat() == run.repeat())
                  .findFirst()
                  .ifPresent(other -> ratios.add(first(run) / first(other)));
            }
          }
          if (!ratios.isEmpty()) {
            Map<String, Spread> figures = new LinkedHashMap<>();
            figures.put("throughput", spread(throughputs, Double::doubleValue));
            figures.put("ratio", spread(ratios, Double::doubleValue));
            findings.add(new Finding("tenant 1 in " + mix.label(), figures));
          }
        });
    return findings;
  }

  private static double first(MixResult run) {
    return run.result().tenants().get(0).throughput();
  }

  private static double[] figures(
      List<MixResult> runs, String mix, ToDoubleFunction<SystemResult> figure) {
    return runs.stream()
        .filter(run -> run.mix().equals(mix))
        .map(MixResult::result)
        .mapToDouble(figure)
        .toArray();
  }

  private static <T> Spread spread(List<T> of, ToDoubleFunction<T> figure) {
    return Spread.of(of.stream().mapToDouble(figure).toArray());
  }
}
