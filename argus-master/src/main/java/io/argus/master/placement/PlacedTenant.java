package io.argus.master.placement;

import io.argus.core.performance.PerformanceFunction;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import io.argus.master.regions.Need;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a tenant would do if its servers served other parts of its operations.
 *
 * <p>Let a server serve d' of the tenant's operations where it served d. Its working set there
 * grows with its demand, so that the same hits need d'/d times the cache; what an operation reads
 * from HDFS at a given hit ratio stays. With f the local performance function,
 *
 * <pre>
 *   f'(c, h) = f(c x d/d' x C, h x H)                    of a tenant that uses whatever it gets
 *   f'(c, h) = d'/d x f(c x d/d' x C, h x d/d' x H)      of a demand-limited one
 * </pre>
 *
 * where C and H are the server's capacities over those of the server that f was seen on, 1 if they
 * are not known. The demand of a demand-limited tenant moves along; the limit by handlers, which is
 * in f, does not grow with it.
 *
 * <p>f is the tenant's function on that very server if the server served at least a quarter of d'
 * before and enough is known of the tenant there. Otherwise it is that of the server which serves
 * most of the tenant's operations.
 *
 * <p>A share of more than all is taken as all: where d' is less than d, f' may be too low for a
 * tenant that has most of the cache.
 *
 * <p>The isolated throughput stays what it is in the current placement: a placement is better if
 * tenants get more, not because they would get less by themselves.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class PlacedTenant {
  /** Demand that counts as none, as a fraction of the tenant's. */
  static final double NONE = 1e-9;

  private static final double ENOUGH = 0.25;

  final TenantModel model;
  private final Map<String, ServerCapacity> capacities;
  private final Map<String, Integer> partNumbers = new HashMap<>();
  private final int greatest;

  PlacedTenant(TenantModel model, Map<String, ServerCapacity> capacities) {
    this.model = model;
    this.capacities = capacities;
    for (int k = 0; k < model.parts().size(); k++) {
      partNumbers.put(model.parts().get(k).server(), k);
    }
    greatest = Need.greatestPart(model);
  }

  /** The part of the tenant's operations that a server serves now. */
  double demandNow(String server) {
    Integer own = partNumbers.get(server);
    return own == null ? 0 : model.parts().get(own).demandShare();
  }

  /**
   * Returns the tenant as the planner sees it.
   *
   * @param servers names
   * @param demands d' on each of these servers
   */
  Contender contender(List<String> servers, double[] demands) {
    return contender(servers, demands, model.isolatedThroughput());
  }

  /**
   * Returns the same with the isolated throughput of that placement, b' = min over s of f'_s(1, 1)
   * / d'_s, by which the planner will judge once the regions are there.
   */
  Contender reassessed(List<String> servers, double[] demands) {
    double isolated = Double.POSITIVE_INFINITY;
    for (int s = 0; s < demands.length && !model.isDemandLimited(); s++) {
      if (demands[s] > NONE) {
        isolated =
            Math.min(
                isolated, function(servers.get(s), demands[s]).isolatedThroughput() / demands[s]);
      }
    }
    boolean known = isolated < Double.POSITIVE_INFINITY && !isUnlimited();
    return contender(servers, demands, known ? isolated : model.isolatedThroughput());
  }

  private boolean isUnlimited() {
    return greatest < 0 || model.parts().get(greatest).isUnlimited();
  }

  private Contender contender(List<String> servers, double[] demands, double isolated) {
    List<Part> parts = new ArrayList<>();
    for (int s = 0; s < demands.length; s++) {
      String server = servers.get(s);
      if (demands[s] > NONE) {
        double most = isolated * demands[s];
        PerformanceFunction function = function(server, demands[s]);
        parts.add(Part.of(server, most, (c, h) -> Math.min(most, function.throughput(c, h))));
      }
    }
    return model.isDemandLimited()
        ? Contender.demandLimited(model.tenant(), model.weight(), parts)
        : Contender.of(model.tenant(), model.weight(), parts);
  }

  private PerformanceFunction function(String server, double demand) {
    Integer own = partNumbers.get(server);
    PartModel part = model.parts().get(own == null ? greatest : own);
    if (own != null && Math.abs(part.demandShare() - demand) <= NONE) {
      return part::unlimited;
    }
    if (own == null || part.isUnlimited() || part.demandShare() < ENOUGH * demand) {
      part = model.parts().get(greatest);
    }
    return scaled(part, server, demand);
  }

  private PerformanceFunction scaled(PartModel part, String server, double demand) {
    ServerCapacity here = capacities.getOrDefault(server, ServerCapacity.UNKNOWN);
    ServerCapacity there = capacities.getOrDefault(part.server(), ServerCapacity.UNKNOWN);
    double ratio = part.demandShare() / demand;
    double cache = ratio * here.cacheRatio(there);
    double hdfs = (model.isDemandLimited() ? ratio : 1) * here.hdfsRatio(there);
    double factor = model.isDemandLimited() ? 1 / ratio : 1;
    return (c, h) -> factor * part.unlimited(Math.min(1, c * cache), Math.min(1, h * hdfs));
  }
}
