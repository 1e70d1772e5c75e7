package io.argus.master.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.core.Plan;
import io.argus.core.PlanExplanation;
import io.argus.core.Resource;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HillClimbingTest {
  private final HillClimbing climbing = new HillClimbing();

  @Test
  void isWithinOnePercentOfTheExactOptimumOnSmallCases() {
    double worst = 0;
    for (int seed = 0; seed < 360; seed++) {
      Random random = ExhaustiveOptimum.random(seed);
      int tenants = seed % 16 == 15 ? 4 : 2 + seed % 2;
      int pieces = tenants == 2 ? 20 : 14;
      PlanningProblem problem = RandomProblems.draw(tenants, pieces, random);
      double optimum = new ExhaustiveOptimum(problem).value();
      double found = climbing.solve(problem, List.of(), seed).value();
      assertThat(found)
          .as("seed %d, exact optimum %f", seed, optimum)
          .isGreaterThan(0.99 * optimum);
      worst = Math.max(worst, 1 - found / optimum);
    }
    System.out.printf("360 small cases: at worst %.3f %% below the exact optimum%n", 100 * worst);
  }

  @Test
  void isWithinOnePercentOfTheGreatestPlainDScoreUnlessThatWastesThroughput() {
    int within = 0;
    for (int seed = 0; seed < 300; seed++) {
      int tenants = 2 + seed % 2;
      PlanningProblem problem =
          RandomProblems.draw(tenants, tenants == 2 ? 20 : 12, ExhaustiveOptimum.random(seed));
      ExhaustiveOptimum exhaustive = new ExhaustiveOptimum(problem);
      double[] optimum = exhaustive.plain();
      double[] found = exhaustive.plain(climbing.solve(problem, List.of(), seed));
      if (found[1] >= 0.99 * optimum[1]) {
        within++;
      } else {
        // What it lacks in D it makes up for by hurting nobody on purpose.
        assertThat(found[0]).as("efficiency, seed %d", seed).isGreaterThan(optimum[0]);
      }
    }
    System.out.printf("300 small cases: %d within 1 %% of the greatest plain D%n", within);
    assertThat(within).isGreaterThan(270);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 64})
  void givesOutEveryUnitAndAtLeastOneToEachTenant(int tenants) {
    for (int seed = 0; seed < 10; seed++) {
      PlanningProblem problem = RandomProblems.draw(tenants, 20, ExhaustiveOptimum.random(seed));
      Allocation found = climbing.solve(problem, List.of(), seed);
      for (Resource resource : Resource.values()) {
        int sum = 0;
        for (int i = 0; i < tenants; i++) {
          assertThat(found.units(resource, i)).isPositive();
          sum += found.units(resource, i);
        }
        assertThat(sum).isEqualTo(problem.pieces());
      }
      Plan.of(1, Plan.Mode.AUTO, 0, true, found.reservations(), PlanExplanation.because("test"));
    }
  }

  @Test
  void isNeverWorseThanAnyStart() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = ExhaustiveOptimum.random(seed);
      PlanningProblem problem = RandomProblems.draw(2 + seed % 9, 20, random);
      Units units = Units.equal(problem.size(), problem.pieces()).shaken(30, random);
      Allocation start = Allocation.of(problem, units);
      Allocation found = climbing.solve(problem, List.of(start), seed);
      assertThat(found.value())
          .isGreaterThanOrEqualTo(start.value() - 0.005)
          .isGreaterThanOrEqualTo(Allocation.equal(problem).value() - 0.005);
    }
  }

  @Test
  void isDeterministicForASeed() {
    for (int tenants : new int[] {3, 40}) {
      PlanningProblem problem = RandomProblems.draw(tenants, 20, ExhaustiveOptimum.random(7));
      assertThat(climbing.solve(problem, Collections.emptyList(), 42).reservations())
          .isEqualTo(climbing.solve(problem, Collections.emptyList(), 42).reservations());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 500})
  void plansManyTenantsInAFractionOfThePlannerPeriod(int tenants) {
    long least = Long.MAX_VALUE;
    double before = 0;
    double after = 0;
    for (int seed = 0; seed < 5; seed++) {
      PlanningProblem problem = RandomProblems.draw(tenants, 20, ExhaustiveOptimum.random(seed));
      long start = cpuNanos();
      Allocation found = climbing.solve(problem, List.of(), seed);
      least = Math.min(least, cpuNanos() - start);
      before = Allocation.equal(problem).value();
      after = found.value();
      assertThat(after).isGreaterThan(before);
    }
    System.out.printf(
        "%d tenants planned in %.0f ms of processor time, value %.3f -> %.3f%n",
        tenants, least / 1e6, before, after);
    assertThat(least).isLessThan(tenants == 64 ? 500_000_000L : 5_000_000_000L);
  }

  /** Other builds on the machine do not count. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
