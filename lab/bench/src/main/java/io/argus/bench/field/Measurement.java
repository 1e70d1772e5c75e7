package io.argus.bench.field;

import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Preset;
import io.argus.load.client.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A neighbour and what runs beside it. Rows that have equal ones share them within a server
 * process.
 *
 * @param others one client each; several may be of one tenant
 */
record Measurement(TenantWorkload neighbour, List<TenantWorkload> others, Disturbance disturbance) {

  /** An aggregation of a table takes half a minute beside others. */
  private static final Duration AGGREGATIONS_WINDOW = Duration.ofSeconds(60);

  private static final Duration WARM_UP = Duration.ofSeconds(60);

  Measurement {
    others = List.copyOf(others);
  }

  /**
   * The time before the window: longer than chosen where the CPU is the limit, as a new JVM takes a
   * minute to get up to speed.
   */
  Duration ramp(Duration chosen) {
    boolean cached = neighbour.workload() == Preset.EXHOT || disturbance == Disturbance.LOG_WAITS;
    return cached && chosen.compareTo(WARM_UP) < 0 ? WARM_UP : chosen;
  }

  /** The window to measure: longer than chosen if the requests or the disturbance need it. */
  Duration window(Duration chosen) {
    boolean aggregates = others.stream().anyMatch(Measurement::aggregates);
    Duration min = aggregates ? AGGREGATIONS_WINDOW : disturbance.minWindow();
    return chosen.compareTo(min) < 0 ? min : chosen;
  }

  static boolean aggregates(TenantWorkload tenant) {
    return tenant.workload() instanceof Requests requests
        && requests.kind() == Requests.Kind.AGGREGATION;
  }

  /** The workloads of all clients, the neighbour's first. */
  List<TenantWorkload> all() {
    List<TenantWorkload> all = new ArrayList<>(List.of(neighbour));
    all.addAll(others);
    return all;
  }
}
