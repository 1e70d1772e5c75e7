package io.argus.bench.finding;

import io.argus.bench.placement.PlacementResult;
import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** What region moves that a system asked for were predicted to bring, and what they brought. */
public final class Moves {
  private Moves() {}

  /** A finding for each system and workload mix that was measured after region moves. */
  public static List<Finding> findings(List<MixResult> runs) {
    Map<String, List<PlacementResult>> bySystem =
        runs.stream()
            .filter(run -> run.placement() != null)
            .collect(
                Collectors.groupingBy(
                    run -> run.mix() + ", " + run.result().system(),
                    LinkedHashMap::new,
                    Collectors.mapping(
                        run -> Objects.requireNonNull(run.placement()), Collectors.toList())));
    return bySystem.entrySet().stream()
        .map(each -> new Finding(each.getKey(), figures(each.getValue())))
        .toList();
  }

  private static Map<String, Spread> figures(List<PlacementResult> results) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    figures.put("moves", Spread.of(results, each -> each.predicted().moves().size()));
    figures.put("dPredictedBefore", Spread.of(results, each -> each.predicted().before()));
    figures.put("dMeasuredBefore", Spread.of(results, PlacementResult::measuredBefore));
    figures.put("dPredictedAfter", Spread.of(results, each -> each.predicted().after()));
    figures.put("dMeasuredAfter", Spread.of(results, PlacementResult::measuredAfter));
    figures.put("dApart", Spread.of(results, PlacementResult::apart));
    figures.put("dReassessed", Spread.of(results, each -> each.predicted().reassessed()));
    return figures;
  }
}
