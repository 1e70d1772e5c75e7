package io.argus.bench.report;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.TenantWorkload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * A mix on all systems, over its repeats.
 *
 * <p>Immutable.
 */
public record MixSummary(String mix, List<OfSystem> systems) {

  /**
   * A system's figures.
   *
   * @param repeats how many there are
   * @param steal of each repeat, as {@link MixResult#steal}
   */
  public record OfSystem(
      String system,
      int repeats,
      Spread jIndex,
      Spread efficiency,
      Spread dScore,
      Spread minMaxRatio,
      Spread worstThroughputViolation,
      Spread steal,
      List<OfTenant> tenants) {}

  /**
   * A tenant's figures.
   *
   * @param target operations per second that it asks for, 0 for as many as it can
   * @param opsBySecond operations in each second of the mix, its ramp included, in the repeat whose
   *     D-score is the (lower) median
   * @param keptByTurn as {@link MixResult#keptByTurn}, of all repeats
   */
  public record OfTenant(
      String name,
      String workload,
      int threads,
      double target,
      Spread isolatedThroughput,
      Spread throughput,
      Spread throughputViolation,
      Spread p50Millis,
      Spread p95Millis,
      Spread p99Millis,
      Spread aloneP50Millis,
      Spread aloneP99Millis,
      Spread errors,
      List<Long> opsBySecond,
      List<Double> keptByTurn) {

    /** The load as mixes write it. */
    String load() {
      return TenantWorkload.label(workload, threads, target);
    }
  }

  /**
   * Sums up a mix.
   *
   * @param runs of all mixes; systems come in this order
   */
  static MixSummary of(String mix, List<String> systems, List<MixResult> runs) {
    List<OfSystem> summaries = new ArrayList<>();
    for (String system : systems) {
      List<MixResult> byScore =
          runs.stream()
              .filter(run -> run.mix().equals(mix))
              .filter(run -> run.result().system().equals(system))
              .sorted(Comparator.comparingDouble(run -> run.result().dScore()))
              .toList();
      if (!byScore.isEmpty()) {
        summaries.add(of(system, byScore));
      }
    }
    return new MixSummary(mix, List.copyOf(summaries));
  }

  private static OfSystem of(String system, List<MixResult> runs) {
    List<SystemResult> byScore = runs.stream().map(MixResult::result).toList();
    SystemResult typical = byScore.get((byScore.size() - 1) / 2);
    List<OfTenant> tenants = new ArrayList<>();
    for (int i = 0; i < typical.tenants().size(); i++) {
      int index = i;
      tenants.add(
          of(
              typical.tenants().get(i),
              byScore.stream().map(result -> result.tenants().get(index)).toList(),
              runs.stream().flatMap(run -> run.keptByTurn().get(index).stream()).toList()));
    }
    return new OfSystem(
        system,
        byScore.size(),
        spread(byScore, SystemResult::jIndex),
        spread(byScore, SystemResult::efficiency),
        spread(byScore, SystemResult::dScore),
        spread(byScore, SystemResult::minMaxRatio),
        spread(
            byScore,
            result ->
                result.tenants().stream()
                    .mapToDouble(TenantResult::throughputViolation)
                    .max()
                    .orElse(0)),
        spread(runs, MixResult::steal),
        List.copyOf(tenants));
  }

  private static OfTenant of(
      TenantResult typical, List<TenantResult> all, List<Double> keptByTurn) {
    return new OfTenant(
        typical.name(),
        typical.workload(),
        typical.threads(),
        typical.target(),
        spread(all, TenantResult::isolatedThroughput),
        spread(all, TenantResult::throughput),
        spread(all, TenantResult::throughputViolation),
        spread(all, TenantResult::p50Millis),
        spread(all, TenantResult::p95Millis),
        spread(all, TenantResult::p99Millis),
        spread(all, TenantResult::aloneP50Millis),
        spread(all, TenantResult::aloneP99Millis),
        spread(all, TenantResult::errors),
        typical.opsBySecond(),
        keptByTurn);
  }

  private static <T> Spread spread(List<T> of, ToDoubleFunction<T> figure) {
    return Spread.of(of.stream().mapToDouble(figure).toArray());
  }
}
