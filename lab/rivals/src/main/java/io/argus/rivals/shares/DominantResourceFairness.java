package io.argus.rivals.shares;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Dominant resource fairness (Ghodsi and others, 2011) over the block cache and the HDFS throughput
 * of every server: each of these is a resource, and a tenant needs them in fixed proportions. Its
 * dominant share is its greatest share of any of them.
 *
 * <p>Progressive filling: the dominant shares of all tenants grow in proportion to their weights;
 * where a resource is used up, those who need it stay as they are, and the others go on. What is
 * left of a resource then goes to its users in proportion to what they have.
 */
public final class DominantResourceFairness implements SharePolicy {
  private static final double ROUNDING = 1e-9;

  private enum Kind {
    CACHE,
    HDFS
  }

  private record ResourceOf(String server, Kind kind) {}

  @Override
  public Map<String, Map<String, Shares>> shares(ClusterDemand demand) {
    Map<ResourceOf, Map<String, Double>> used = fill(demand);
    Map<String, Map<String, Shares>> shares = new TreeMap<>();
    for (String server : demand.capacities().keySet()) {
      Map<String, Double> cache =
          demand.parts(used.getOrDefault(new ResourceOf(server, Kind.CACHE), Map.of()));
      Map<String, Double> hdfs =
          demand.parts(used.getOrDefault(new ResourceOf(server, Kind.HDFS), Map.of()));
      Map<String, Shares> local = new TreeMap<>();
      cache.forEach(
          (tenant, part) -> local.put(tenant, new Shares(part, hdfs.getOrDefault(tenant, 0.0))));
      shares.put(server, local);
    }
    return shares;
  }

  /** The part of each resource that each tenant has in the end, 0..1. */
  private static Map<ResourceOf, Map<String, Double>> fill(ClusterDemand demand) {
    Map<ResourceOf, Map<String, Double>> speeds = speeds(demand);
    Map<ResourceOf, Map<String, Double>> used = new HashMap<>();
    Set<String> growing = new TreeSet<>(demand.weights().keySet());
    while (!growing.isEmpty()) {
      double step = Double.POSITIVE_INFINITY;
      for (Map.Entry<ResourceOf, Map<String, Double>> resource : speeds.entrySet()) {
        double speed = sum(resource.getValue(), growing);
        if (speed > 0) {
          step = Math.min(step, left(used, resource.getKey()) / speed);
        }
      }
      if (Double.isInfinite(step)) {
        break; // those who grow need nothing
      }
      for (Map.Entry<ResourceOf, Map<String, Double>> resource : speeds.entrySet()) {
        Map<String, Double> parts = used.computeIfAbsent(resource.getKey(), any -> new TreeMap<>());
        for (String tenant : growing) {
          double speed = resource.getValue().getOrDefault(tenant, 0.0);
          parts.merge(tenant, step * speed, Double::sum);
        }
      }
      speeds.forEach(
          (resource, by) -> {
            if (left(used, resource) <= ROUNDING) {
              growing.removeIf(tenant -> by.getOrDefault(tenant, 0.0) > 0);
            }
          });
    }
    return used;
  }

  /** By how much of a resource a tenant grows for each unit of weighted dominant share. */
  private static Map<ResourceOf, Map<String, Double>> speeds(ClusterDemand demand) {
    Map<ResourceOf, Map<String, Double>> speeds = new HashMap<>();
    for (String tenant : demand.weights().keySet()) {
      Map<ResourceOf, Double> needs = new HashMap<>();
      demand
          .capacities()
          .forEach(
              (server, capacity) -> {
                LocalDemand here = demand.of(tenant, server);
                need(needs, server, Kind.CACHE, here.cacheBytes(), capacity.cacheBytes());
                need(
                    needs,
                    server,
                    Kind.HDFS,
                    here.hdfsBytesPerSecond(),
                    capacity.hdfsBytesPerSecond());
              });
      double dominant = needs.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
      needs.forEach(
          (resource, need) ->
              speeds
                  .computeIfAbsent(resource, any -> new TreeMap<>())
                  .put(tenant, demand.weightShare(tenant) * need / dominant));
    }
    return speeds;
  }

  private static void need(
      Map<ResourceOf, Double> needs, String server, Kind kind, double amount, double capacity) {
    if (amount > 0 && capacity > 0) {
      needs.put(new ResourceOf(server, kind), amount / capacity);
    }
  }

  private static double sum(Map<String, Double> byTenant, Set<String> tenants) {
    return tenants.stream().mapToDouble(tenant -> byTenant.getOrDefault(tenant, 0.0)).sum();
  }

  private static double left(Map<ResourceOf, Map<String, Double>> used, ResourceOf resource) {
    double sum =
        used.getOrDefault(resource, Map.of()).values().stream()
            .mapToDouble(Double::doubleValue)
            .sum();
    return Math.max(0, 1 - sum);
  }
}
