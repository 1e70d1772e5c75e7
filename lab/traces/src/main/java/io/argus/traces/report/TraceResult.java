package io.argus.traces.report;

import io.argus.traces.policy.TracedSystem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All systems on one trace. */
public record TraceResult(String trace, String description, List<SystemResult> systems) {

  List<SystemResult> of(Kind kind) {
    return systems.stream().filter(system -> system.kind() == kind).toList();
  }

  boolean moves() {
    return systems.stream().anyMatch(system -> !system.recoveries().isEmpty());
  }

  /** The greatest hit ratio of the systems of a kind, for each size; empty if there is none. */
  Optional<List<Double>> best(Kind kind) {
    List<SystemResult> candidates = of(kind);
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    List<Double> best = new ArrayList<>(candidates.get(0).hitRatios());
    for (SystemResult candidate : candidates) {
      for (int i = 0; i < best.size(); i++) {
        best.set(i, Math.max(best.get(i), candidate.hitRatios().get(i)));
      }
    }
    return Optional.of(best);
  }

  /** The differences of two lists, one for each size. */
  static List<Double> difference(List<Double> of, List<Double> from) {
    List<Double> differences = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      differences.add(of.get(i) - from.get(i));
    }
    return differences;
  }
}
