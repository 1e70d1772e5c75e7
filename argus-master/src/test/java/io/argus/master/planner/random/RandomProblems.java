package io.argus.master.planner.random;

import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceFunction;
import io.argus.core.performance.PerformanceProfile;
import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.performance.SampleCatalogue;
import io.argus.core.tenant.TenantId;
import io.argus.master.planner.OneServer;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Random planning problems to measure the planner with: tenants with catalogued, resource-bound,
 * concave and cliff functions, some of them weighted, some demand-limited.
 *
 * <p>Stateless; safe for use by any thread, as far as the random source is.
 */
public final class RandomProblems {
  private static final List<PerformanceProfile> CATALOGUE = SampleCatalogue.read().profiles();

  private RandomProblems() {}

  /** A problem of that many tenants, alpha 0.5. */
  public static PlanningProblem draw(int tenants, int pieces, Random random) {
    List<Contender> contenders = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      PerformanceFunction function = function(random);
      double weight = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
      TenantId tenant = TenantId.of("t" + i);
      contenders.add(
          random.nextInt(8) == 0
              ? OneServer.demandLimited(
                  tenant, weight, function.isolatedThroughput() / (4 * tenants), function)
              : OneServer.contender(tenant, weight, function.isolatedThroughput(), function));
    }
    return PlanningProblem.of(contenders, pieces, 0.5);
  }

  /**
   * A problem of that many tenants on several servers, alpha 0.5: each tenant is on most servers,
   * or on a few of many, with its demand spread evenly or skewed, and does a little more or less on
   * each of them.
   *
   * @param perTenant most servers that a tenant is on
   */
  public static PlanningProblem draw(
      int tenants, int servers, int perTenant, int pieces, Random random) {
    List<Contender> contenders = new ArrayList<>();
    for (int i = 0; i < tenants; i++) {
      PerformanceFunction function = function(random);
      double weight = random.nextInt(4) == 0 ? 1 + random.nextInt(3) : 1;
      boolean limited = random.nextInt(8) == 0;
      TenantId tenant = TenantId.of("t" + i);
      List<Part> parts = parts(function, servers, perTenant, limited ? 4 * tenants : 0, random);
      contenders.add(
          limited
              ? Contender.demandLimited(tenant, weight, parts)
              : Contender.of(tenant, weight, parts));
    }
    return PlanningProblem.of(contenders, pieces, 0.5);
  }

  /**
   * @param divisor of what a demand-limited tenant asks for; 0 for one that is not
   */
  private static List<Part> parts(
      PerformanceFunction function, int servers, int perTenant, int divisor, Random random) {
    int count = Math.max(1, Math.min(servers, perTenant) - random.nextInt(2));
    int start = random.nextInt(servers);
    double skew = random.nextInt(3) == 0 ? 0 : 2 * random.nextDouble();
    double[] demands = new double[count];
    double[] speeds = new double[count];
    double sum = 0;
    for (int k = 0; k < count; k++) {
      demands[k] = Math.pow(1 + random.nextInt(count), -skew);
      speeds[k] = 0.8 + 0.4 * random.nextDouble();
      sum += demands[k];
    }
    double isolated = Double.POSITIVE_INFINITY;
    for (int k = 0; k < count; k++) {
      double most = speeds[k] * function.isolatedThroughput();
      isolated = Math.min(isolated, most / (demands[k] / sum));
    }
    double asked = divisor > 0 ? isolated / divisor : isolated;
    List<Part> parts = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      double speed = speeds[k];
      parts.add(
          Part.of(
              String.format(Locale.ROOT, "rs%04d", (start + k * stride(servers, count)) % servers),
              asked * demands[k] / sum,
              (c, h) -> speed * function.throughput(c, h)));
    }
    return parts;
  }

  /** A distance between servers that leads to so many different ones. */
  private static int stride(int servers, int count) {
    return Math.max(1, servers / count);
  }

  /** A random source that differs much even for neighbouring seeds. */
  public static Random random(long seed) {
    return new Random(seed * 0x9E3779B97F4A7C15L + 1);
  }

  private static PerformanceFunction function(Random random) {
    switch (random.nextInt(4)) {
      case 0:
        return CATALOGUE.get(random.nextInt(CATALOGUE.size())).function();
      case 1:
        return resourceBound(random);
      case 2:
        return cliff(random);
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

  /**
   * A working set that just fits the cache: 3 % less cache costs up to 90 % of the throughput; the
   * rest of it rises with HDFS.
   */
  private static PerformanceFunction cliff(Random random) {
    double edge = 0.05 + 0.9 * random.nextDouble();
    double full = 1000 + random.nextInt(30_000);
    double left = full * (0.1 + 0.5 * random.nextDouble());
    return GridFunction.of(
        new double[] {0, edge * 0.97, edge},
        new double[] {0, 1},
        new double[][] {{0, left / 2}, {0, left}, {full, full}});
  }
}
