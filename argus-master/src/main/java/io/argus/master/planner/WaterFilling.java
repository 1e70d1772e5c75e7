package io.argus.master.planner;

import io.argus.core.performance.HdfsFunction;
import io.argus.core.plan.Resource;
import java.util.Arrays;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A start of the search that is good by itself: weighted max-min fairness of what tenants keep of
 * their isolated throughputs, over all servers, by progressive filling.
 *
 * <p>Idea: let all tenants rise together, at equal shortfalls u_i, which the {@link Objective} asks
 * for: at u, a tenant keeps the part s_i x (1 - u). The first server that cannot carry more limits
 * its tenants: their level is settled. What that frees on other servers lets the rest rise further,
 * until every tenant is settled. Demand-limited tenants have what they ask for from the beginning.
 * What is left over on a server, also where nobody falls short, belongs to its tenants in
 * proportion.
 *
 * <p>A server's level is the least u at which its tenants fit, found by false position ({@link
 * ServerFilling} says what they need). Servers wait in a queue by level, the most loaded first. A
 * server is computed anew only when it is first in the queue and tenants of it were settled
 * elsewhere since; that can only lower its level. One whose tenants are all settled is left out.
 * Invariant: levels settle in falling order, up to a small error. Cost: linear in the number of
 * pairs, as no server is computed anew more than {@value #MAX_TIMES} times.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class WaterFilling {
  private static final int MAX_TIMES = 5;
  private static final int STEPS = 12;

  /** A difference of a level or a share that does not matter. */
  private static final double CLOSE = 0.002;

  /** A change of a server's level from which on its cache is divided anew. */
  private static final double NOTICEABLE = 0.05;

  /** Least HDFS share in units on one of several servers, where shares need not be whole units. */
  private static final double LITTLE = 1.0 / 16;

  private static final int MAX_POINTS = 80;
  private static final int MIN_POINTS = 8;

  /** Points of all curves together, above which there are fewer for each. */
  private static final int POINTS = 500_000;

  private final PlanningProblem problem;
  private final boolean dividesCache;
  private final double[] cache;
  private final double[] hdfs;
  private final @Nullable HdfsFunction[] there;
  private final double[] needs;
  private final int points;

  /** Settled u of each tenant; negative while it rises. */
  private final double[] settled;

  /** Of each server, the level for which its cache was divided; NaN if it was not yet. */
  private final double[] dividedFor;

  private WaterFilling(PlanningProblem problem, Shares start, boolean dividesCache) {
    this.problem = problem;
    this.dividesCache = dividesCache;
    this.cache = start.of(Resource.CACHE);
    this.hdfs = start.of(Resource.HDFS);
    there = new HdfsFunction[problem.pairs()];
    needs = new double[problem.pairs()];
    points = Math.max(MIN_POINTS, Math.min(MAX_POINTS, POINTS / Math.max(1, problem.pairs())));
    settled = new double[problem.size()];
    Arrays.fill(settled, -1);
    dividedFor = new double[problem.servers().size()];
    Arrays.fill(dividedFor, Double.NaN);
  }

  /** Returns the filling. */
  static Shares shares(PlanningProblem problem) {
    return new WaterFilling(problem, Units.equal(problem).shares(), true).fill();
  }

  /** Returns the filling in which each tenant keeps the cache that it has in the given shares. */
  static Shares withCacheOf(PlanningProblem problem, Shares given) {
    return new WaterFilling(problem, given, false).fill();
  }

  private Shares fill() {
    int servers = problem.servers().size();
    PriorityQueue<double[]> queue =
        new PriorityQueue<>((one, other) -> Double.compare(other[0], one[0]));
    int[] times = new int[servers];
    boolean[] outdated = new boolean[servers];
    for (int s = 0; s < servers; s++) {
      queue.add(new double[] {level(s), s});
    }
    while (!queue.isEmpty()) {
      double[] first = queue.remove();
      int s = (int) first[1];
      if (!rises(s)) {
        continue;
      }
      double level = first[0];
      if (outdated[s] && times[s] < MAX_TIMES) {
        outdated[s] = false;
        times[s]++;
        level = Math.min(level, level(s));
        if (!queue.isEmpty() && level < queue.peek()[0] - CLOSE) {
          queue.add(new double[] {level, s});
          continue;
        }
      }
      settle(s, level, outdated);
    }
    for (int s = 0; s < servers; s++) {
      finish(s);
    }
    return Shares.of(cache, hdfs);
  }

  /** Whether the level of a tenant on a server is not settled yet. */
  private boolean rises(int server) {
    for (int p : problem.on(server)) {
      if (settled[problem.tenant(p)] < 0) {
        return true;
      }
    }
    return false;
  }

  private void settle(int server, double level, boolean[] outdated) {
    for (int p : problem.on(server)) {
      int i = problem.tenant(p);
      if (settled[i] < 0) {
        settled[i] = level;
        for (int q = problem.firstPair(i); q < problem.firstPair(i + 1); q++) {
          outdated[problem.server(q)] = true;
        }
      }
    }
  }

  /** Sets what the tenants of a server need if those that still rise are at a level. */
  private void need(int server, double level) {
    for (int p : problem.on(server)) {
      int i = problem.tenant(p);
      double u = settled[i] >= 0 ? settled[i] : level;
      double kept = Math.max(problem.floor(i), problem.entitlement(i) * (1 - u));
      PlanningProblem.Part part = problem.part(p);
      needs[p] = Math.min(part.most, kept * part.isolatedThroughput);
    }
  }

  private ServerFilling filling(int server) {
    boolean fine = !dividesCache && problem.servers().size() > 1;
    return new ServerFilling(problem, server, fine ? LITTLE : 1, points, cache, hdfs, there);
  }

  /** The least level at which the tenants of a server fit. */
  private double level(int server) {
    double entitled = 0;
    for (int p : problem.on(server)) {
      entitled += problem.entitlement(problem.tenant(p));
    }
    ServerFilling filling = filling(server);
    if (dividesCache && Double.isNaN(dividedFor[server])) {
      divide(filling, server, entitled > 1 ? 1 - 1 / entitled : 0);
    }
    double level = level(filling, server, entitled);
    if (dividesCache && Math.abs(level - dividedFor[server]) > NOTICEABLE) {
      divide(filling, server, level);
      level = level(filling, server, entitled);
    }
    return level;
  }

  private void divide(ServerFilling filling, int server, double level) {
    dividedFor[server] = level;
    need(server, level);
    filling.divideCache(needs);
  }

  private double level(ServerFilling filling, int server, double entitled) {
    double low = 0;
    double lowExcess = excess(filling, server, 0);
    if (lowExcess <= 0 || entitled == 0) {
      return 0;
    }
    double high = 1;
    double highExcess = excess(filling, server, 1);
    if (highExcess > 0) {
      return 1;
    }
    for (int i = 0; i < STEPS && high - low > CLOSE / 4; i++) {
      double level = low + (high - low) * lowExcess / (lowExcess - highExcess);
      double excess = excess(filling, server, level);
      if (Math.abs(excess) < CLOSE / 2) {
        return level;
      }
      if (excess > 0) {
        low = level;
        lowExcess = excess;
        highExcess /= 2;
      } else {
        high = level;
        highExcess = excess;
        lowExcess /= 2;
      }
    }
    return high;
  }

  private double excess(ServerFilling filling, int server, double level) {
    need(server, level);
    return filling.hdfsNeeded(needs) - 1;
  }

  private void finish(int server) {
    ServerFilling filling = filling(server);
    need(server, 0);
    if (dividesCache) {
      filling.divideCache(needs);
    }
    double sum = filling.hdfsNeeded(needs);
    double cached = 0;
    for (int p : problem.on(server)) {
      cached += cache[p];
    }
    for (int p : problem.on(server)) {
      hdfs[p] /= sum;
      cache[p] /= dividesCache ? cached : 1;
    }
  }
}
