package io.argus.bench.simulation;

import io.argus.core.tenant.TenantId;
import java.util.Arrays;

/**
 * A tenant of a simulated cluster: clients in a closed loop over its regions. Each client picks a
 * region by the regions' demand, waits for the answer, and goes on.
 *
 * <p>Used by one thread.
 */
final class SimulatedTenant {
  final TenantId id;
  final int clients;
  final double regionBytes;

  /** Operations per second of all servers in the current step of {@link SharedServing}. */
  double served;

  private final double[] demands;
  private final int[] places;

  /**
   * @param regionBytes bytes that are accessed in each region
   * @param demands part of the operations of each region, 1 in sum
   * @param places number of the server of each region
   */
  SimulatedTenant(TenantId id, int clients, double regionBytes, double[] demands, int[] places) {
    this.id = id;
    this.clients = clients;
    this.regionBytes = regionBytes;
    this.demands = demands.clone();
    this.places = places.clone();
  }

  int regions() {
    return places.length;
  }

  int place(int region) {
    return places[region];
  }

  double demand(int region) {
    return demands[region];
  }

  void move(int region, int server) {
    places[region] = server;
  }

  /** The numbers of its servers, in order. */
  int[] servers() {
    return Arrays.stream(places).distinct().sorted().toArray();
  }

  /** The part of its operations that a server serves. */
  double demandOn(int server) {
    double sum = 0;
    for (int r = 0; r < places.length; r++) {
      sum += places[r] == server ? demands[r] : 0;
    }
    return sum;
  }

  /** Bytes that it accesses on a server. */
  double bytesOn(int server) {
    return regionBytes * Arrays.stream(places).filter(place -> place == server).count();
  }
}
