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

  /** An aggregation of a table, or a multi-get of 800 rows, takes half a minute beside others. */
  private static final Duration WINDOW_OF_LONG_REQUESTS = Duration.ofSeconds(60);

  Measurement {
    others = List.copyOf(others);
  }

  /** The time before the window: longer than chosen if servers must warm up. */
  Duration ramp(Duration chosen) {
    return chosen.compareTo(warmUp) < 0 ? warmUp : chosen;
  }

  /** The window to measure: longer than chosen if the requests or the disturbance need it. */
  Duration window(Duration chosen) {
    boolean takeLong = all().stream().anyMatch(Measurement::takesLong);
    Duration min = takeLong ? WINDOW_OF_LONG_REQUESTS : disturbance.minWindow();
    return chosen.compareTo(min) < 0 ? min : chosen;
  }

  static boolean aggregates(TenantWorkload tenant) {
    return sends(tenant, Requests.Kind.AGGREGATION);
  }

  private static boolean takesLong(TenantWorkload tenant) {
    return aggregates(tenant) || sends(tenant, Requests.Kind.MULTI_GET);
  }

  private static boolean sends(TenantWorkload tenant, Requests.Kind kind) {
    return tenant.workload() instanceof Requests requests && requests.kind() == kind;
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
