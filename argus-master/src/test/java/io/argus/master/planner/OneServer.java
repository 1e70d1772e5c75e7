package io.argus.master.planner;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.tenant.TenantId;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import java.util.Collections;
import java.util.List;

/** Tenants of a cluster of one server. Stateless. */
public final class OneServer {
  private OneServer() {}

  /** A tenant whose throughput loss counts. */
  public static Contender contender(
      TenantId tenant, double weight, double isolatedThroughput, PerformanceFunction function) {
    return Contender.of(tenant, weight, only(isolatedThroughput, function));
  }

  /** A tenant that asks for that much. */
  public static Contender demandLimited(
      TenantId tenant, double weight, double demand, PerformanceFunction function) {
    return Contender.demandLimited(tenant, weight, only(demand, function));
  }

  private static List<Part> only(double isolatedThroughput, PerformanceFunction function) {
    return Collections.singletonList(Part.of("", isolatedThroughput, function));
  }
}
