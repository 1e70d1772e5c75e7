package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How well tenants that all ask for as much as they can get are served by their weights. */
public final class Proportion {
  private Proportion() {}

  /**
   * A finding for each system and workload mix: {@code minMaxPerWeight}, the least throughput /
   * weight in relation to the greatest; {@code floor}, the least throughput in relation to the
   * tenant's part by weight of its isolated throughput, which is to be 1 or more; {@code total},
   * operations a second of all tenants; and {@code ofReference}, that in relation to the total of
   * another system in the same repeat.
   *
   * @param reference the other system
   */
  public static List<Finding> findings(
      List<WorkloadMix> mixes, List<String> systems, String reference, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      for (String system : systems) {
        List<MixResult> own = MixResult.of(mix.label(), system, runs);
        if (!own.isEmpty()) {
          findings.add(
              new Finding(mix.label() + ", " + system, figures(mix, own, reference, runs)));
        }
      }
    }
    return findings;
  }

  private static Map<String, Spread> figures(
      WorkloadMix mix, List<MixResult> own, String reference, List<MixResult> runs) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    figures.put("minMaxPerWeight", Spread.of(own, run -> minMaxPerWeight(mix, run.result())));
    figures.put("floor", Spread.of(own, run -> floor(mix, run.result())));
    figures.put("total", Spread.of(own, run -> run.result().totalThroughput()));
    List<Double> ratios = new ArrayList<>();
    for (MixResult run : own) {
      run.inSameRepeat(mix.label(), reference, runs)
          .ifPresent(other -> ratios.add(run.result().totalThroughput() / other.totalThroughput()));
    }
    if (!ratios.isEmpty()) {
      figures.put("ofReference", Spread.of(ratios, Double::doubleValue));
    }
    return figures;
  }

  private static double minMaxPerWeight(WorkloadMix mix, SystemResult result) {
    double least = Double.POSITIVE_INFINITY;
    double greatest = 0;
    for (int i = 0; i < mix.tenants().size(); i++) {
      double part = result.tenants().get(i).throughput() / mix.tenants().get(i).weight();
      least = Math.min(least, part);
      greatest = Math.max(greatest, part);
    }
    return greatest == 0 ? 0 : least / greatest;
  }

  private static double floor(WorkloadMix mix, SystemResult result) {
    double weights = mix.tenants().stream().mapToDouble(TenantWorkload::weight).sum();
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < mix.tenants().size(); i++) {
      TenantResult tenant = result.tenants().get(i);
      double due = mix.tenants().get(i).weight() / weights * tenant.isolatedThroughput();
      least = Math.min(least, tenant.throughput() / due);
    }
    return least;
  }
}
