package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far a system is above the aims for the mixes of the published experiments at alpha 0.5, and
 * how far it is ahead of the best other system. Negative means below or behind.
 */
public final class Aims {
  /** The least J-index and D-score; J is lower where a tenant's data fits the cache. */
  private record Aim(double jIndex, double dScore) {}

  private static final Map<String, Aim> OF_MIX =
      Map.of(
          "uniform50+uniform200", new Aim(0.99, 0.70),
          "hot50+uniform50", new Aim(0.99, 0.695),
          "exhot50+uniform200", new Aim(0.97, 0.90),
          "uniform50+scan200", new Aim(0.99, 0.70),
          "exhot50+scan200", new Aim(0.97, 0.89),
          "uniform50+rw200", new Aim(0.99, 0.70),
          "exhot50+rw200", new Aim(0.97, 0.89));

  private Aims() {}

  /**
   * Compares a system's medians with its aims and with the other systems of the same mix.
   *
   * @return a finding for each mix that the system served and that has an aim or another system
   */
  public static List<Finding> findings(
      String system, List<WorkloadMix> mixes, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      Map<String, List<SystemResult>> results =
          runs.stream()
              .filter(run -> run.mix().equals(mix.label()))
              .map(MixResult::result)
              .collect(Collectors.groupingBy(SystemResult::system));
      List<SystemResult> own = results.remove(system);
      if (own != null) {
        Map<String, Spread> figures = figures(OF_MIX.get(mix.label()), own, results.values());
        if (!figures.isEmpty()) {
          findings.add(new Finding(mix.label() + ", " + system, figures));
        }
      }
    }
    return findings;
  }

  private static Map<String, Spread> figures(
      @Nullable Aim aim, List<SystemResult> own, Collection<List<SystemResult>> others) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    if (aim != null) {
      figures.put("jAboveAim", above(own, SystemResult::jIndex, aim.jIndex()));
      figures.put("dAboveAim", above(own, SystemResult::dScore, aim.dScore()));
    }
    others.stream()
        .mapToDouble(results -> above(results, SystemResult::dScore, 0).median())
        .max()
        .ifPresent(best -> figures.put("dAboveBestOther", above(own, SystemResult::dScore, best)));
    return figures;
  }

  private static Spread above(
      List<SystemResult> results, ToDoubleFunction<SystemResult> figure, double aim) {
    return Spread.of(results, result -> figure.applyAsDouble(result) - aim);
  }
}
