package io.argus.rivals.shares;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Builds demands for tests; not safe for use by several threads. */
final class Demands {
  private final TreeMap<String, Double> weights = new TreeMap<>();
  private final TreeMap<String, ServerCapacity> capacities = new TreeMap<>();
  private final Map<String, Map<String, LocalDemand>> byServer = new HashMap<>();

  Demands tenant(String name, double weight) {
    weights.put(name, weight);
    return this;
  }

  Demands server(String name, double cacheBytes, double hdfsBytesPerSecond) {
    capacities.put(name, new ServerCapacity(cacheBytes, hdfsBytesPerSecond));
    return this;
  }

  Demands asks(String tenant, String server, double operations, double cache, double hdfs) {
    byServer
        .computeIfAbsent(server, any -> new HashMap<>())
        .put(tenant, new LocalDemand(operations, cache, hdfs));
    return this;
  }

  ClusterDemand demand() {
    return new ClusterDemand(weights, capacities, byServer);
  }

  /** Three tenants of equal weight with 80/10/10, 10/80/10 and even demand on three servers. */
  static Demands skewed() {
    Demands demands = new Demands().tenant("a", 1).tenant("b", 1).tenant("c", 1);
    double[][] parts = {{80, 10, 10}, {10, 80, 10}, {20, 20, 20}};
    for (int s = 0; s < 3; s++) {
      demands.server("s" + s, 100, 100);
      for (int t = 0; t < 3; t++) {
        demands.asks(String.valueOf((char) ('a' + t)), "s" + s, parts[t][s], 0, parts[t][s]);
      }
    }
    return demands;
  }
}
