package io.argus.master.capacity;

import io.argus.core.tenant.TenantId;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.regions.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which part of a tenant's operations each server would serve, if a balancer gave all servers as
 * many of the tenant's regions, as far as they can be divided, whatever the regions are asked for.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class RegionSpread {
  /** Of each tenant, the part of its operations that each of its regions serves; 1 in sum. */
  private final Map<TenantId, double[]> parts = new HashMap<>();

  /** Of each tenant, the part of its operations that each server of now serves. */
  private final Map<TenantId, double[]> current = new HashMap<>();

  private final int currentServers;

  /**
   * @param currentServers number of servers of now
   */
  RegionSpread(Collection<TenantModel> models, Collection<Region> regions, int currentServers) {
    this.currentServers = currentServers;
    SortedSet<String> names = new TreeSet<>();
    models.forEach(model -> model.parts().forEach(part -> names.add(part.server())));
    List<String> servers = new ArrayList<>(names);
    for (TenantModel model : models) {
      double[] demands = new double[Math.max(currentServers, servers.size())];
      for (PartModel part : model.parts()) {
        demands[Collections.binarySearch(servers, part.server())] = part.demandShare();
      }
      current.put(model.tenant(), demands);
    }
    Map<TenantId, List<Region>> byTenant = new HashMap<>();
    for (Region region : regions) {
      byTenant.computeIfAbsent(region.tenant(), t -> new ArrayList<>()).add(region);
    }
    for (TenantModel model : models) {
      List<Region> own = byTenant.getOrDefault(model.tenant(), Collections.emptyList());
      double[] known = parts(model, own);
      if (known.length > 0) {
        parts.put(model.tenant(), known);
      }
    }
  }

  private static double[] parts(TenantModel model, List<Region> regions) {
    Map<String, Double> demands = new HashMap<>();
    model.parts().forEach(part -> demands.put(part.server(), part.demandShare()));
    double[] parts = Region.parts(regions, Region::server);
    for (int r = 0; r < parts.length; r++) {
      parts[r] *= demands.getOrDefault(regions.get(r).server(), 0.0);
    }
    double sum = Arrays.stream(parts).sum();
    if (sum <= 0) {
      return new double[0];
    }
    for (int r = 0; r < parts.length; r++) {
      parts[r] /= sum;
    }
    return parts;
  }

  /** Whether placements on so many servers differ, as far as it is known. */
  boolean isUneven(int servers) {
    return servers > 1 && (servers == currentServers || !parts.isEmpty());
  }

  /** Whether the only placement on so many servers is that of now. */
  boolean isPresent(int servers) {
    return servers == currentServers;
  }

  /** The number of a tenant's regions; 0 if they are not known. */
  int regions(TenantId tenant) {
    return parts.getOrDefault(tenant, new double[0]).length;
  }

  /**
   * The part of the tenant's operations on each server: as now on as many servers as now, else by
   * one random placement; equal parts if the regions are not known.
   */
  double[] demands(TenantId tenant, int servers, Random random) {
    if (isPresent(servers)) {
      return Arrays.copyOf(current.getOrDefault(tenant, new double[servers]), servers);
    }
    double[] known = parts.get(tenant);
    double[] demands = new double[servers];
    if (known == null) {
      Arrays.fill(demands, 1.0 / servers);
      return demands;
    }
    List<Integer> order = shuffled(known.length, random);
    List<Integer> places = shuffled(servers, random);
    for (int r = 0; r < known.length; r++) {
      demands[places.get(r % servers)] += known[order.get(r)];
    }
    return demands;
  }

  private static List<Integer> shuffled(int count, Random random) {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, random);
    return numbers;
  }
}
