package io.argus.bench.result;

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
 * By how much a system reaches, or misses, what is asked of it in the mixes of the published
 * isolated throughputs at alpha 0.5, and by how much it is ahead of the best other one. Negative is
 * missed.
 *
 * <p>Stateless.
 */
public final class Aims {
  /** J and D that must be reached; J less where a tenant lives in cache. */
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
   * @return a finding for each mix that it has served and that there is something to compare with
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
    return Spread.of(results.stream().mapToDouble(r -> figure.applyAsDouble(r) - aim).toArray());
  }
}
