package io.argus.master.planner;

import io.argus.core.PerformanceFunction;
import io.argus.core.TenantId;
import io.argus.core.performance.PerformanceCatalogue;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.master.planner.PlanningProblem.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Planning problems drawn at random: catalogued, resource-bound, concave and cliff functions. */
final class RandomProblems {
  private static final List<PerformanceProfile> CATALOGUE =
      PerformanceCatalogue.builtIn().profiles();

  private RandomProblems() {}

  static PlanningProblem draw(int tenants, int pieces, Random random) {
    List<Contender> contenders = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      PerformanceFunction function = function(random);
      double weight = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
      TenantId tenant = TenantId.of("t" + i);
      contenders.add(
          random.nextInt(8) == 0
              ? Contender.slow(tenant, weight, function.baseline() / (4 * tenants), function)
              : Contender.of(tenant, weight, function.baseline(), function));
    }
    return PlanningProblem.of(contenders, pieces, 0.5);
  }

  private static PerformanceFunction function(Random random) {
    switch (random.nextInt(3)) {
      case 0:
        return CATALOGUE.get(random.nextInt(CATALOGUE.size())).function();
      case 1:
        return resourceBound(random);
      default:
        double a = random.nextDouble();
        double b = random.nextDouble();
        double floor = random.nextDouble();
        return (c, h) -> 1000 * (floor + Math.pow(c, a) * Math.pow(h, b));
    }
  }

  private static PerformanceFunction resourceBound(Random random) {
    double misses = random.nextDouble();
    return ResourceBoundFunction.builder()
        .otherLimit(100 + random.nextInt(30_000))
        .capacity(200e6, 40e6)
        .misses(1, misses * misses, 20e6 + random.nextInt(180_000_000))
        .hdfsBytes(64 << 10, random.nextInt(3000))
        .keyRepeatRatio(random.nextDouble())
        .build();
  }
}
