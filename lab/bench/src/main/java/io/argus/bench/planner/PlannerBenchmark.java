package io.argus.bench.planner;

import io.argus.master.planner.Allocation;
import io.argus.master.planner.ExactOptimum;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.random.RandomProblems;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;

/**
 * Measures the planner: its gap to the exact optimum on small random problems, and its time on
 * problems of many tenants.
 *
 * <p>Used by one thread, whose CPU time it counts.
 */
public final class PlannerBenchmark {
  private static final int PIECES = 20;
  private static final int MIN_TENANTS = 2;
  private static final int SIZES = 3;

  /** Few, as the exact optimum of several servers has to be found. */
  private static final int TENANTS_OF_SEVERAL_SERVERS = 3;

  private static final int PIECES_OF_SEVERAL_SERVERS = 12;

  private PlannerBenchmark() {}

  /**
   * How far the planner is below the exact optimum, as fractions of the optimum.
   *
   * @param servers of each problem
   * @param cases random problems of which the optimum is known
   * @param worst greatest gap
   * @param p99 gap that 99 % of the cases do not exceed
   * @param mean gap on average
   */
  public record Gap(int servers, int cases, double worst, double p99, double mean) {}

  /**
   * CPU time of one plan.
   *
   * @param servers of the cluster
   * @param pairs tenants on servers, in sum over the servers
   * @param medianMillis of the runs
   * @param worstMillis of the runs
   * @param equalValue mean value of equal reservation, the objective being D with free disposal;
   *     below 0 where demand-limited tenants get less than their demand
   * @param plannedValue mean value of the plans
   */
  public record Speed(
      int tenants,
      int servers,
      int pairs,
      int runs,
      double medianMillis,
      double worstMillis,
      double equalValue,
      double plannedValue) {}

  /**
   * Solves random problems of 2 to 4 tenants in 20 units on one server, exactly and with the
   * planner.
   *
   * @param done receives how many cases are done
   */
  public static Gap gap(int cases, IntConsumer done) {
    return gap(
        cases,
        1,
        seed ->
            RandomProblems.draw(MIN_TENANTS + seed % SIZES, PIECES, RandomProblems.random(seed)),
        done);
  }

  /**
   * Solves random problems of 3 tenants in 12 units on each of several servers, exactly and with
   * the planner.
   *
   * @param done receives how many cases are done
   */
  public static Gap gapOfServers(int cases, int servers, IntConsumer done) {
    return gap(
        cases,
        servers,
        seed ->
            RandomProblems.draw(
                TENANTS_OF_SEVERAL_SERVERS,
                servers,
                servers,
                PIECES_OF_SEVERAL_SERVERS,
                RandomProblems.random(seed)),
        done);
  }

  private static Gap gap(
      int cases, int servers, IntFunction<PlanningProblem> problems, IntConsumer done) {
    double[] gaps = new double[cases];
    int compared = 0;
    for (int seed = 0; seed < cases; seed++) {
      PlanningProblem problem = problems.apply(seed);
      double optimum = new ExactOptimum(problem).value();
      double reached = new HillClimbing().solve(problem, List.of(), seed).value();
      // Of a problem in which demand-limited tenants cannot get what they ask for, none is known.
      if (!Double.isInfinite(optimum)) {
        gaps[compared++] = Math.max(0, 1 - reached / optimum);
      }
      done.accept(seed + 1);
    }
    gaps = Arrays.copyOf(gaps, compared);
    Arrays.sort(gaps);
    return new Gap(
        servers,
        compared,
        gaps[compared - 1],
        gaps[Math.max(0, (int) Math.ceil(0.99 * compared) - 1)],
        Arrays.stream(gaps).average().orElse(0));
  }

  /** Plans for that many tenants on one server, after one run that warms up. */
  public static Speed speed(int tenants, int runs) {
    return speed(
        tenants, runs, seed -> RandomProblems.draw(tenants, PIECES, RandomProblems.random(seed)));
  }

  /**
   * Plans for that many tenants on several servers, after one run that warms up.
   *
   * @param perTenant most servers that a tenant is on
   */
  public static Speed speed(int tenants, int servers, int perTenant, int runs) {
    return speed(
        tenants,
        runs,
        seed ->
            RandomProblems.draw(tenants, servers, perTenant, PIECES, RandomProblems.random(seed)));
  }

  private static Speed speed(int tenants, int runs, IntFunction<PlanningProblem> problems) {
    List<Double> millis = new ArrayList<>();
    double equal = 0;
    double planned = 0;
    int servers = 1;
    int pairs = 0;
    for (int seed = -1; seed < runs; seed++) {
      PlanningProblem problem = problems.apply(seed + 1_000);
      servers = problem.servers().size();
      pairs = problem.pairs();
      long start = cpuNanos();
      Allocation found = new HillClimbing().solve(problem, List.of(), seed);
      double took = (cpuNanos() - start) / 1e6;
      if (seed >= 0) {
        millis.add(took);
        equal += Allocation.equal(problem).value() / runs;
        planned += found.value() / runs;
      }
    }
    millis.sort(null);
    return new Speed(
        tenants, servers, pairs, runs, millis.get(runs / 2), millis.get(runs - 1), equal, planned);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
