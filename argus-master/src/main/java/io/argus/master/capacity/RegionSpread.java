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

/**
 * Which part of a tenant's operations each server would serve, if a balancer gave all servers as
 * many of the tenant's regions, as far as they can be divided, whatever the regions are asked for.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class RegionSpread {
  /** Of each tenant, the part of its operations that each of its regions serves; 1 in sum. */
  private final Map<TenantId, double[]> parts = new HashMap<>();

  RegionSpread(Collection<TenantModel> models, Collection<Region> regions) {
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
    double[] parts = new double[regions.size()];
    for (PartModel part : model.parts()) {
      double requests = 0;
      int there = 0;
      for (Region region : regions) {
        requests += region.server().equals(part.server()) ? region.requestsPerSecond() : 0;
        there += region.server().equals(part.server()) ? 1 : 0;
      }
      for (int r = 0; r < parts.length; r++) {
        if (regions.get(r).server().equals(part.server())) {
          double of = requests > 0 ? regions.get(r).requestsPerSecond() / requests : 1.0 / there;
          parts[r] = part.demandShare() * of;
        }
      }
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

  /** The number of a tenant's regions; 0 if they are not known. */
  int regions(TenantId tenant) {
    return parts.getOrDefault(tenant, new double[0]).length;
  }

  /**
   * The part of the tenant's operations on each server, by one random placement; equal parts if the
   * regions are not known.
   */
  double[] demands(TenantId tenant, int servers, Random random) {
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
