package io.argus.rivals.shares;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What the tenants of a cluster ask of its servers.
 *
 * <p>Immutable.
 *
 * @param weights of all tenants
 * @param capacities of all servers
 * @param byServer demand by server and tenant; what is missing is none
 */
public record ClusterDemand(
    SortedMap<String, Double> weights,
    SortedMap<String, ServerCapacity> capacities,
    Map<String, Map<String, LocalDemand>> byServer) {

  public ClusterDemand {
    weights = Collections.unmodifiableSortedMap(new TreeMap<>(weights));
    capacities = Collections.unmodifiableSortedMap(new TreeMap<>(capacities));
    byServer = Map.copyOf(byServer);
    weights.forEach(
        (tenant, weight) -> {
          if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                "weight of tenant " + tenant + " is " + weight + "; must be above 0 and finite");
          }
        });
  }

  /** A tenant's demand on a server. */
  public LocalDemand of(String tenant, String server) {
    return byServer.getOrDefault(server, Map.of()).getOrDefault(tenant, LocalDemand.NONE);
  }

  /**
   * This demand with that weight, 0..1, and the demand before with the rest; only this one where
   * there was none before.
   */
  public ClusterDemand after(ClusterDemand before, double weight) {
    Map<String, Map<String, LocalDemand>> mixed = new HashMap<>();
    byServer.forEach(
        (server, now) -> {
          Map<String, LocalDemand> local = new HashMap<>();
          Map<String, LocalDemand> then = before.byServer.getOrDefault(server, Map.of());
          now.forEach(
              (tenant, demand) ->
                  local.put(tenant, demand.mixed(weight, then.getOrDefault(tenant, demand))));
          mixed.put(server, local);
        });
    return new ClusterDemand(weights, capacities, mixed);
  }

  /** A tenant's part of all weights, 0..1. */
  double weightShare(String tenant) {
    double all = weights.values().stream().mapToDouble(Double::doubleValue).sum();
    return weights.getOrDefault(tenant, 0.0) / all;
  }

  /** A figure of a tenant, summed up over all servers. */
  double sum(String tenant, ToDoubleFunction<LocalDemand> figure) {
    return capacities.keySet().stream()
        .mapToDouble(server -> figure.applyAsDouble(of(tenant, server)))
        .sum();
  }

  /**
   * Amounts of the tenants as parts of their sum; if that is 0, parts by weight.
   *
   * @param amounts by tenant, not below 0
   */
  Map<String, Double> parts(Map<String, Double> amounts) {
    double sum = amounts.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<String, Double> parts = new LinkedHashMap<>();
    for (String tenant : weights.keySet()) {
      parts.put(tenant, sum > 0 ? amounts.getOrDefault(tenant, 0.0) / sum : weightShare(tenant));
    }
    return parts;
  }
}
