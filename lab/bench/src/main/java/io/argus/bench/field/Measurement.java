package io.argus.bench.field;

import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.Requests;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A neighbour and what runs beside it. Rows that have equal ones share them within a server
 * process.
 *
 * @param others one client each; several may be of one tenant
 * @param warmUp the shortest time before the window
 */
record Measurement(
    TenantWorkload neighbour,
    List<TenantWorkload> others,
    Disturbance disturbance,
    Duration warmUp) {

  /** An aggregation of a table takes half a minute beside others. */
  private static final Duration AGGREGATIONS_WINDOW = Duration.ofSeconds(60);

  Measurement {
    others = List.copyOf(others);
  }

  /** The time before the window: longer than chosen if servers must warm up. */
  Duration ramp(Duration chosen) {
    return chosen.compareTo(warmUp) < 0 ? warmUp : chosen;
  }

  /** The window to measure: longer than chosen if the requests or the disturbance need it. */
  Duration window(Duration chosen) {
    boolean aggregates = all().stream().anyMatch(Measurement::aggregates);
    Duration min = aggregates ? AGGREGATIONS_WINDOW : disturbance.minWindow();
    return chosen.compareTo(min) < 0 ? min : chosen;
  }

  static boolean aggregates(TenantWorkload tenant) {
    return tenant.workload() instanceof Requests requests
        && requests.kind() == Requests.Kind.AGGREGATION;
  }

  /** The first client beside the neighbour; the neighbour, if it is alone. */
  TenantWorkload disturber() {
    return others.isEmpty() ? neighbour : others.get(0);
  }

  /** The workloads of all clients, the neighbour's first. */
  List<TenantWorkload> all() {
    List<TenantWorkload> all = new ArrayList<>(List.of(neighbour));
    all.addAll(others);
    return all;
  }
}
