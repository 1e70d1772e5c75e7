package io.argus.bench.simulation;

import io.argus.core.settings.Settings;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.List;

/**
 * What the planner's search finds if it knows the true demand and the true performance functions:
 * how far it is below the optimum is due to its objective and to the search. The rest of what plans
 * lack is due to what the master knows of the tenants, and to when it replaces a plan.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class InformedPlanner {
  /** A difference of value that no unit moves for, as when the master decides. */
  private static final double NEGLIGIBLE = 0.001;

  private InformedPlanner() {}

  /** Returns the least part of its isolated throughput that a tenant keeps. */
  static double leastKept(SimulatedCluster cluster) {
    List<Contender> contenders = new ArrayList<>();
    for (SimulatedTenant tenant : cluster.all()) {
      double isolated = cluster.isolatedThroughput(tenant);
      List<Part> parts = new ArrayList<>();
      for (TenantOnServer part : cluster.of(tenant)) {
        String server = SimulatedCluster.name(part.server);
        parts.add(Part.of(server, isolated * part.demand, part::most));
      }
      contenders.add(Contender.of(tenant.id, 1, parts));
    }
    PlanningProblem problem =
        PlanningProblem.of(
            contenders, PlanningProblem.PIECES, Settings.defaults().get(Settings.ALPHA));
    Shares shares = new HillClimbing().solve(problem, List.of(), 1).refined(NEGLIGIBLE);
    double worst = 0;
    for (int pair = 0; pair < problem.pairs(); pair++) {
      worst = Math.max(worst, problem.throughputLoss(pair, shares));
    }
    return 1 - worst;
  }
}
