package io.argus.bench.field;

import io.argus.bench.run.TenantWorkload;
import java.util.ArrayList;
import java.util.List;

/**
 * A neighbour and what runs beside it. Rows that have equal ones share them within a server
 * process.
 *
 * @param others one client each; several may be of one tenant
 */
record Measurement(TenantWorkload neighbour, List<TenantWorkload> others, Disturbance disturbance) {

  Measurement {
    others = List.copyOf(others);
  }

  /** The workloads of all clients, the neighbour's first. */
  List<TenantWorkload> all() {
    List<TenantWorkload> all = new ArrayList<>(List.of(neighbour));
    all.addAll(others);
    return all;
  }
}
