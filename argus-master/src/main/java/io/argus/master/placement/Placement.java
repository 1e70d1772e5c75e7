package io.argus.master.placement;

import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.Allocation;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.Shares;
import io.argus.master.regions.Region;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The regions on their servers, and what the planner could make of that.
 *
 * <p>The part of its tenant's operations that a region serves is the part that its server serves,
 * divided by the requests of the tenant's regions there. What no known region accounts for stays
 * where it is.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Placement {
  /** Pairs of tenant and server above which shares are not refined by the planner's search. */
  private static final int MANY = 2_000;

  private static final double NEGLIGIBLE = 0.001;

  final List<String> servers;
  final List<Region> regions;

  /** Of each region, the part of its tenant's operations that it serves. */
  final double[] parts;

  /** Of each region, the number of its tenant and of its server. */
  final int[] tenantOf;

  final int[] serverOf;

  private final PlacedTenant[] tenants;
  private final double[][] demands;
  private final Contender[] contenders;
  private final int pieces;
  private final double alpha;

  private Placement(Placement other, int[] serverOf, double[][] demands, Contender[] contenders) {
    this.servers = other.servers;
    this.regions = other.regions;
    this.parts = other.parts;
    this.tenantOf = other.tenantOf;
    this.tenants = other.tenants;
    this.pieces = other.pieces;
    this.alpha = other.alpha;
    this.serverOf = serverOf;
    this.demands = demands;
    this.contenders = contenders;
  }

  Placement(PlacementQuestion question) {
    servers = question.servers();
    pieces = question.pieces;
    alpha = question.alpha;
    List<TenantModel> models = question.models;
    tenants = new PlacedTenant[models.size()];
    demands = new double[models.size()][servers.size()];
    contenders = new Contender[models.size()];
    Map<TenantId, Integer> numbers = new HashMap<>();
    for (int i = 0; i < tenants.length; i++) {
      tenants[i] = new PlacedTenant(models.get(i), question.capacities);
      numbers.put(models.get(i).tenant(), i);
      for (int s = 0; s < demands[i].length; s++) {
        demands[i][s] = tenants[i].demandNow(servers.get(s));
      }
      contenders[i] = tenants[i].contender(servers, demands[i]);
    }
    List<Region> known = new ArrayList<>();
    question.regions.stream().filter(r -> numbers.containsKey(r.tenant())).forEach(known::add);
    regions = Collections.unmodifiableList(known);
    tenantOf = new int[regions.size()];
    serverOf = new int[regions.size()];
    for (int r = 0; r < tenantOf.length; r++) {
      tenantOf[r] = numbers.getOrDefault(regions.get(r).tenant(), -1);
      serverOf[r] = Collections.binarySearch(servers, regions.get(r).server());
    }
    parts = Region.parts(regions, r -> Arrays.asList(r.tenant(), r.server()));
    for (int r = 0; r < parts.length; r++) {
      parts[r] *= demands[tenantOf[r]][serverOf[r]];
    }
  }

  /** Returns the placement with a region on another server. */
  Placement moved(int region, int to) {
    int tenant = tenantOf[region];
    int from = serverOf[region];
    int[] at = serverOf.clone();
    at[region] = to;
    double[][] changed = demands.clone();
    changed[tenant] = demands[tenant].clone();
    double left = changed[tenant][from] - parts[region];
    changed[tenant][from] = left <= PlacedTenant.NONE ? 0 : left;
    changed[tenant][to] += parts[region];
    Contender[] all = contenders.clone();
    all[tenant] = tenants[tenant].contender(servers, changed[tenant]);
    return new Placement(this, at, changed, all);
  }

  TenantModel model(int tenant) {
    return tenants[tenant].model;
  }

  int tenants() {
    return tenants.length;
  }

  /** The part of a tenant's operations that a server serves. */
  double demand(int tenant, int server) {
    return demands[tenant][server];
  }

  PlanningProblem problem() {
    List<Contender> all = new ArrayList<>();
    Collections.addAll(all, contenders);
    return PlanningProblem.of(all, pieces, alpha);
  }

  /** The score that the planner could reach with the regions there. */
  Score score(long seed) {
    return score(problem(), seed);
  }

  /** The same by the isolated throughputs of this placement. */
  Score reassessed(long seed) {
    List<Contender> all = new ArrayList<>();
    for (int i = 0; i < tenants.length; i++) {
      all.add(tenants[i].reassessed(servers, demands[i]));
    }
    return score(PlanningProblem.of(all, pieces, alpha), seed);
  }

  private static Score score(PlanningProblem problem, long seed) {
    Score filled = problem.score(problem.filled());
    if (problem.pairs() > MANY) {
      return filled;
    }
    Allocation found = new HillClimbing().solve(problem, Collections.emptyList(), seed);
    Shares shares = found.refined(NEGLIGIBLE);
    Score climbed = problem.score(shares);
    return climbed.dScore() > filled.dScore() ? climbed : filled;
  }
}
