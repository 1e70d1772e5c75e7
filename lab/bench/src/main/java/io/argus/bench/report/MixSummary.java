package io.argus.bench.report;

import io.argus.bench.result.KeptOfStock;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.ResourceUse;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.result.ThroughputLoss;
import io.argus.bench.run.TenantWorkload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A workload mix on all systems, over its repeats. */
public record MixSummary(String mix, List<OfSystem> systems) {

  /**
   * A system's figures.
   *
   * @param repeats number of measurements
   * @param totalThroughput operations per second of all tenants
   * @param steal see {@link MixResult#steal}
   * @param ofStock null if stock HBase was not measured in the same repeats
   */
  public record OfSystem(
      String system,
      int repeats,
      Spread jIndex,
      Spread efficiency,
      Spread dScore,
      Spread minMaxRatio,
      Spread totalThroughput,
      Spread worstThroughputLoss,
      Spread steal,
      @Nullable OfStock ofStock,
      List<OfTenant> tenants) {}

  /**
   * What tenants keep of what each does alone on stock HBase; see {@link KeptOfStock}.
   *
   * @param repeats in which stock HBase was measured, too
   * @param least of the worse-off tenant
   * @param tenants in the order of the mix
   */
  public record OfStock(
      int repeats, Spread least, Spread efficiency, Spread minMaxRatio, List<Spread> tenants) {

    private static @Nullable OfStock of(List<MixResult> own, List<MixResult> all) {
      List<KeptOfStock> kept =
          own.stream().flatMap(run -> KeptOfStock.of(run, all).stream()).toList();
      if (kept.isEmpty()) {
        return null;
      }
      List<Spread> tenants = new ArrayList<>();
      for (int i = 0; i < kept.get(0).tenants().size(); i++) {
        int tenant = i;
        tenants.add(Spread.of(kept, each -> each.tenants().get(tenant)));
      }
      return new OfStock(
          kept.size(),
          Spread.of(kept, KeptOfStock::least),
          Spread.of(kept, KeptOfStock::mean),
          Spread.of(kept, KeptOfStock::minMaxRatio),
          List.copyOf(tenants));
    }
  }

  /**
   * A tenant's figures.
   *
   * @param target demand in operations per second, 0 for unlimited
   * @param placement of its table; empty if it is even
   * @param opsBySecond operations in each second of the mix, its ramp included, in the repeat whose
   *     D-score is the (lower) median
   * @param keptInterleaved see {@link MixResult#keptInterleaved}; of all repeats
   * @param losses see {@link MixResult#losses}; of all repeats
   * @param resources see {@link MixResult#resources}; in the repeat of {@code opsBySecond}
   */
  public record OfTenant(
      String name,
      String workload,
      int threads,
      double target,
      String placement,
      Spread isolatedThroughput,
      Spread throughput,
      Spread throughputLoss,
      Spread p50Millis,
      Spread p95Millis,
      Spread p99Millis,
      Spread aloneP50Millis,
      Spread aloneP99Millis,
      Spread errors,
      List<Long> opsBySecond,
      List<Double> keptInterleaved,
      List<ThroughputLoss> losses,
      ResourceUse resources) {

    /** The workload as mixes write it. */
    String load() {
      return TenantWorkload.label(workload, threads, target, placement);
    }
  }

  /**
   * Summarises a mix.
   *
   * @param systems in the order of the report
   * @param runs of all mixes
   */
  static MixSummary of(String mix, List<String> systems, List<MixResult> runs) {
    List<OfSystem> summaries = new ArrayList<>();
    for (String system : systems) {
      List<MixResult> byScore =
          MixResult.of(mix, system, runs).stream()
              .sorted(Comparator.comparingDouble(run -> run.result().dScore()))
              .toList();
      if (!byScore.isEmpty()) {
        summaries.add(of(system, byScore, OfStock.of(byScore, runs)));
      }
    }
    return new MixSummary(mix, List.copyOf(summaries));
  }

  private static OfSystem of(String system, List<MixResult> runs, @Nullable OfStock ofStock) {
    List<SystemResult> byScore = runs.stream().map(MixResult::result).toList();
    SystemResult typical = byScore.get((byScore.size() - 1) / 2);
    List<OfTenant> tenants = new ArrayList<>();
    for (int i = 0; i < typical.tenants().size(); i++) {
      int index = i;
      tenants.add(
          of(
              typical.tenants().get(i),
              byScore.stream().map(result -> result.tenants().get(index)).toList(),
              runs.stream().flatMap(run -> run.keptInterleaved().get(index).stream()).toList(),
              runs.stream().flatMap(run -> run.losses().get(index).stream()).toList(),
              runs.get((runs.size() - 1) / 2).resources().get(index)));
    }
    return new OfSystem(
        system,
        byScore.size(),
        Spread.of(byScore, SystemResult::jIndex),
        Spread.of(byScore, SystemResult::efficiency),
        Spread.of(byScore, SystemResult::dScore),
        Spread.of(byScore, SystemResult::minMaxRatio),
        Spread.of(byScore, SystemResult::totalThroughput),
        Spread.of(
            byScore,
            result ->
                result.tenants().stream()
                    .mapToDouble(TenantResult::throughputLoss)
                    .max()
                    .orElse(0)),
        Spread.of(runs, MixResult::steal),
        ofStock,
        List.copyOf(tenants));
  }

  private static OfTenant of(
      TenantResult typical,
      List<TenantResult> all,
      List<Double> keptInterleaved,
      List<ThroughputLoss> losses,
      ResourceUse resources) {
    return new OfTenant(
        typical.name(),
        typical.workload(),
        typical.threads(),
        typical.target(),
        typical.placement(),
        Spread.of(all, TenantResult::isolatedThroughput),
        Spread.of(all, TenantResult::throughput),
        Spread.of(all, TenantResult::throughputLoss),
        Spread.of(all, TenantResult::p50Millis),
        Spread.of(all, TenantResult::p95Millis),
        Spread.of(all, TenantResult::p99Millis),
        Spread.of(all, TenantResult::aloneP50Millis),
        Spread.of(all, TenantResult::aloneP99Millis),
        Spread.of(all, TenantResult::errors),
        typical.opsBySecond(),
        keptInterleaved,
        losses,
        resources);
  }
}
