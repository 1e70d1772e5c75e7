package io.argus.bench.planner;

import io.argus.master.planner.Allocation;
import io.argus.master.planner.ExactOptimum;
import io.argus.master.planner.HillClimbing;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.RandomProblems;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * Measures the planner: its gap to the exact optimum on small random problems, and its time on
 * problems of many tenants.
 *
 * <p>Used by one thread, whose processor time it counts.
 */
public final class PlannerBenchmark {
  private static final int PIECES = 20;
  private static final int FEWEST = 2;
  private static final int SIZES = 3;

  private PlannerBenchmark() {}

  /**
   * How far the planner is below the exact optimum, as fractions of the optimum.
   *
   * @param objective what is maximised
   * @param cases random problems of 2 to 4 tenants
   * @param worst greatest gap
   * @param p99 gap that 99 % of the cases do not exceed
   * @param mean gap on average
   */
  public record Gap(String objective, int cases, double worst, double p99, double mean) {}

  /**
   * Processor time of one plan.
   *
   * @param medianMillis of the runs
   * @param worstMillis of the runs
   * @param equalValue mean value of equal reservation, the objective being D with free disposal;
   *     below 0 where demand-limited tenants get less than their demand
   * @param plannedValue mean value of the plans
   */
  public record Speed(
      int tenants,
      int runs,
      double medianMillis,
      double worstMillis,
      double equalValue,
      double plannedValue) {}

  /**
   * Solves random problems of 2 to 4 tenants in 20 units, exactly and with the planner.
   *
   * @param plain whether to maximise the D-score itself, or the D-score with free disposal
   * @param done hears how many cases are done
   */
  public static Gap gap(int cases, boolean plain, IntConsumer done) {
    double[] gaps = new double[cases];
    for (int seed = 0; seed < cases; seed++) {
      PlanningProblem problem =
          RandomProblems.draw(FEWEST + seed % SIZES, PIECES, RandomProblems.random(seed));
      if (plain) {
        problem = problem.withPlainObjective();
      }
      ExactOptimum exact = new ExactOptimum(problem);
      Allocation found = new HillClimbing().solve(problem, List.of(), seed);
      double reached = plain ? exact.dScore(found) : found.value();
      gaps[seed] = Math.max(0, 1 - reached / (plain ? exact.dScore() : exact.value()));
      done.accept(seed + 1);
    }
    Arrays.sort(gaps);
    return new Gap(
        plain ? "D" : "D with free disposal",
        cases,
        gaps[cases - 1],
        gaps[Math.max(0, (int) Math.ceil(0.99 * cases) - 1)],
        Arrays.stream(gaps).average().orElse(0));
  }

  /** Plans for that many tenants, after one run that warms up. */
  public static Speed speed(int tenants, int runs) {
    List<Double> millis = new ArrayList<>();
    double equal = 0;
    double planned = 0;
    for (int seed = -1; seed < runs; seed++) {
      PlanningProblem problem =
          RandomProblems.draw(tenants, PIECES, RandomProblems.random(seed + 1_000));
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
    return new Speed(tenants, runs, millis.get(runs / 2), millis.get(runs - 1), equal, planned);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
