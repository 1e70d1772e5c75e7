package io.argus.bench.scenario;

import io.argus.bench.scenario.PlanObserver.Seen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What was seen of the planner during a run.
 *
 * <p>Used by one thread.
 */
final class PlannerView {
  /** A change counts as noticed when the isolated throughput is this factor greater or smaller. */
  private static final double APART = 2;

  private record Sample(double second, Seen seen) {}

  private final List<Sample> samples = new ArrayList<>();

  /**
   * @param second after the start of the load
   */
  void add(double second, Seen seen) {
    samples.add(new Sample(second, seen));
  }

  List<ScenarioReport.Observation> plans() {
    List<ScenarioReport.Observation> changes = new ArrayList<>();
    long last = 0;
    for (Sample sample : samples) {
      if (sample.seen().version() != last) {
        last = sample.seen().version();
        changes.add(new ScenarioReport.Observation((int) sample.second(), sample.seen().plan()));
      }
    }
    return changes;
  }

  /**
   * Seconds after a change until the planner had other isolated throughputs of all those tenants;
   * empty if it never had, or if there are no tenants.
   */
  OptionalInt noticedAfter(int second, Collection<String> changed) {
    Seen before = new Seen(0, "", Map.of());
    for (Sample sample : samples) {
      if (sample.second() <= second) {
        before = sample.seen();
      } else if (!changed.isEmpty() && differ(before, sample.seen(), changed)) {
        return OptionalInt.of((int) Math.ceil(sample.second() - second));
      }
    }
    return OptionalInt.empty();
  }

  private static boolean differ(Seen before, Seen now, Collection<String> tenants) {
    return tenants.stream()
        .allMatch(
            tenant -> {
              double was = before.isolatedThroughputs().getOrDefault(tenant, 0.0);
              double is = now.isolatedThroughputs().getOrDefault(tenant, 0.0);
              return is >= APART * was || was >= APART * is;
            });
  }
}
