package io.argus.master.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.master.planner.PlanningProblem.Contender;
import io.argus.master.planner.PlanningProblem.Part;
import io.argus.master.planner.random.RandomProblems;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeveralServersTest {
  private final HillClimbing climbing = new HillClimbing();

  private static PlanningProblem small(int seed) {
    return RandomProblems.draw(3, 3, 3, 12, RandomProblems.random(seed));
  }

  /** A tenant that needs only HDFS; a server carries 1000 operations per second. */
  private static Contender reader(String name, double... demands) {
    return contender(name, (c, h) -> 1000 * h, demands);
  }

  private static Contender contender(String name, PerformanceFunction function, double... demands) {
    double most = Arrays.stream(demands).max().orElse(1);
    double isolated = function.isolatedThroughput() / most;
    List<Part> parts = new ArrayList<>();
    for (int s = 0; s < demands.length; s++) {
      if (demands[s] > 0) {
        parts.add(Part.of("rs" + s, isolated * demands[s], function));
      }
    }
    return Contender.of(TenantId.of(name), 1, parts);
  }

  private static double[] ratios(PlanningProblem problem, Shares shares) {
    double[] ratios = new double[problem.size()];
    for (int i = 0; i < ratios.length; i++) {
      double worst = 0;
      for (int p = problem.firstPair(i); p < problem.firstPair(i + 1); p++) {
        double v = problem.part(p).throughputLoss(shares.cache(p), shares.hdfs(p));
        worst = Math.max(worst, v);
      }
      ratios[i] = 1 - worst;
    }
    return ratios;
  }

  private static double least(double[] ratios) {
    return Arrays.stream(ratios).min().orElse(1);
  }

  private static double minMax(double[] ratios) {
    return least(ratios) / Arrays.stream(ratios).max().orElse(1);
  }

  @Test
  @Tag("long")
  void isWithinOnePercentOfTheExactOptimumOfThreeServers() {
    double worst = 0;
    for (int seed = 0; seed < 60; seed++) {
      PlanningProblem problem = small(seed);
      double optimum = new ExactOptimum(problem).value();
      double found = climbing.solve(problem, List.of(), seed).value();
      worst = Math.max(worst, 1 - found / optimum);
      assertThat(found).as("seed %d", seed).isGreaterThanOrEqualTo(0.99 * optimum);
    }
    System.out.printf("worst gap of 60 problems of 3 servers: %.3f %%%n", 100 * worst);
  }

  @Test
  void theOracleOfSeveralServersAgreesWithTheOneOfOneServer() {
    for (int seed = 0; seed < 10; seed++) {
      PlanningProblem one = RandomProblems.draw(3, 12, RandomProblems.random(seed));
      List<Contender> doubled = new ArrayList<>();
      for (Contender each : one.contenders) {
        Part part = each.parts.get(0);
        double half = part.isolatedThroughput / 2;
        List<Part> parts = new ArrayList<>();
        for (String server : List.of("x", "y")) {
          parts.add(Part.of(server, half, (c, h) -> part.function.throughput(c, h) / 2));
        }
        doubled.add(
            each.counted
                ? Contender.of(each.tenant, each.weight, parts)
                : Contender.demandLimited(each.tenant, each.weight, parts));
      }
      PlanningProblem two = PlanningProblem.of(doubled, 12, 0.5);
      assertThat(new ExactOptimum(two).value())
          .isCloseTo(new ExactOptimum(one).value(), within(1e-9));
    }
  }

  @Test
  void anEvenlySpreadClusterIsPlannedAsOneServer() {
    for (int seed = 0; seed < 12; seed++) {
      PlanningProblem one = RandomProblems.draw(2 + seed % 4, 20, RandomProblems.random(seed));
      List<Contender> spread = new ArrayList<>();
      for (Contender each : one.contenders) {
        Part part = each.parts.get(0);
        List<Part> parts = new ArrayList<>();
        for (String server : List.of("x", "y", "z")) {
          double third = part.isolatedThroughput / 3;
          parts.add(Part.of(server, third, (c, h) -> part.function.throughput(c, h) / 3));
        }
        spread.add(
            each.counted
                ? Contender.of(each.tenant, each.weight, parts)
                : Contender.demandLimited(each.tenant, each.weight, parts));
      }
      PlanningProblem three = PlanningProblem.of(spread, 20, 0.5);
      Allocation ofOne = climbing.solve(one, List.of(), seed);
      Allocation ofThree = climbing.solve(three, List.of(), seed);
      assertThat(ofThree.isAlike()).as("seed %d", seed).isTrue();
      for (int p = 0; p < three.pairs(); p++) {
        for (Resource resource : PlanningProblem.RESOURCES) {
          assertThat(ofThree.units(resource, p))
              .as("seed %d %s, values %s %s", seed, resource, ofThree.value(), ofOne.value())
              .isEqualTo(ofOne.units(resource, three.tenant(p)));
        }
      }
    }
  }

  @Test
  void skewedDemandGetsSharesWhereItIs() {
    PlanningProblem problem =
        PlanningProblem.of(
            List.of(
                reader("a", .8, .1, .1),
                reader("b", .1, .8, .1),
                reader("c", 1.0 / 3, 1.0 / 3, 1.0 / 3)),
            20,
            0.5);
    Allocation found = climbing.solve(problem, List.of(), 1);
    assertThat(found.units(Resource.HDFS, problem.pair(0, 0))).isGreaterThan(8);
    assertThat(found.units(Resource.HDFS, problem.pair(0, 1))).isLessThan(4);
    assertThat(minMax(ratios(problem, found.shares()))).isGreaterThan(0.75);
    assertThat(minMax(ratios(problem, found.refined(0.001)))).isGreaterThan(0.98);
    double[] equal = ratios(problem, Allocation.equal(problem).shares());
    assertThat(least(ratios(problem, found.refined(0.001)))).isGreaterThan(1.5 * least(equal));
  }

  @Test
  void aStateScoresNeighboursLikeOneBuiltAnew() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = RandomProblems.random(seed);
      PlanningProblem problem = RandomProblems.draw(2 + seed % 5, 5, 5, 20, random);
      State state = new State(problem, Units.equal(problem).shaken(100, random));
      MoveSampler sampler = new MoveSampler(problem, random);
      for (int k = 0; k < 30; k++) {
        Move move = sampler.draw(state);
        if (move == null) {
          break;
        }
        double expected = valueAfter(problem, state, move);
        state.apply(move);
        assertThat(state.value()).isCloseTo(expected, within(1e-9));
        assertThat(state.value()).isCloseTo(new State(problem, state.units).value(), within(1e-9));
      }
    }
  }

  private static double valueAfter(PlanningProblem problem, State state, Move move) {
    if (move.size() == 1) {
      return state.valueAfter(move.resource(0), move.from(0), move.to(0));
    }
    int[] from = new int[move.size()];
    int[] to = new int[move.size()];
    for (int k = 0; k < move.size(); k++) {
      from[k] = move.from(k);
      to[k] = move.to(k);
    }
    return move.size() == 2 && problem.tenant(from[0]) != problem.tenant(from[1])
        ? state.valueAfterSwap(move.resource(0), from[0], to[0], move.resource(1), from[1], to[1])
        : state.valueAfterCommon(move.resource(0), from, to, move.size());
  }

  @Test
  void waterFillingIsFairByItself() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = RandomProblems.random(seed);
      List<Contender> contenders = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        double[] demands = new double[20];
        double sum = 0;
        for (int s = 0; s < demands.length; s++) {
          demands[s] = random.nextInt(3) == 0 ? 0 : Math.pow(random.nextDouble(), 3) + 0.01;
          sum += demands[s];
        }
        for (int s = 0; s < demands.length; s++) {
          demands[s] /= sum;
        }
        double need = 0.3 + 0.7 * random.nextDouble();
        contenders.add(
            contender("t" + i, (c, h) -> Math.min(2000, 1000 * h / (1 - need * c)), demands));
      }
      PlanningProblem problem = PlanningProblem.of(contenders, 20, 0.5);
      Shares shares = WaterFilling.shares(problem);
      for (Resource resource : PlanningProblem.RESOURCES) {
        double[] sums = new double[20];
        for (int p = 0; p < problem.pairs(); p++) {
          sums[problem.server(p)] += shares.of(resource)[p];
        }
        Arrays.stream(sums).forEach(sum -> assertThat(sum).isCloseTo(1, within(1e-6)));
      }
      // Max-min: whoever has least is limited by a server where nobody has much more.
      double[] ratios = ratios(problem, shares);
      double[] equal = ratios(problem, Allocation.equal(problem).shares());
      assertThat(Arrays.stream(ratios).min().orElse(0))
          .isGreaterThan(Arrays.stream(equal).min().orElse(0) * 1.2);
      Allocation rounded = Allocation.of(problem, Units.nearest(problem, problem.filled()));
      Allocation climbed = climbing.solve(problem, List.of(), seed);
      assertThat(problem.value(shares)).isGreaterThan(climbed.value() - 0.01);
      assertThat(rounded.value()).isGreaterThan(climbed.value() - 0.02);
    }
  }

  @ParameterizedTest
  @Tag("long")
  @CsvSource({"100, 50, 100", "500, 1000, 60", "500, 1000, 1000"})
  void plansManyServersInAFractionOfThePlannerPeriod(int tenants, int servers, int perTenant) {
    long least = Long.MAX_VALUE;
    for (int seed = 0; seed < 2; seed++) {
      PlanningProblem problem =
          RandomProblems.draw(tenants, servers, perTenant, 20, RandomProblems.random(seed));
      long start = cpuNanos();
      WaterFilling.shares(problem);
      long filled = cpuNanos() - start;
      start = cpuNanos();
      Allocation found = climbing.solve(problem, List.of(), seed);
      least = Math.min(least, cpuNanos() - start);
      System.out.printf(
          "%d tenants, %d servers, %d pairs: %.0f ms, filling %.0f ms; value %.4f, equal %.4f,"
              + " filling %.4f%n",
          tenants,
          servers,
          problem.pairs(),
          least / 1e6,
          filled / 1e6,
          found.value(),
          Allocation.equal(problem).value(),
          Allocation.of(problem, Units.nearest(problem, problem.filled())).value());
      assertThat(found.value()).isGreaterThan(Allocation.equal(problem).value());
    }
    assertThat(least).isLessThan(5_000_000_000L);
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
