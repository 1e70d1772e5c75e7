package io.argus.experiments.bench;

import io.argus.bench.planner.PlannerBenchmark;
import io.argus.cli.output.Output;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code argus-bench planner}: how close the planner comes to the exact optimum, and its CPU time.
 */
@Command(
    name = "planner",
    description = {
      "Compares the planner with the exact optimum on random problems of 2 to 4 tenants.",
      "It also measures the planner's CPU time for many tenants.",
      "With --servers above 1, the problems are of 3 tenants on that many servers, and --tenants are"
          + " spread over all of them or over --servers-per-tenant."
    },
    showDefaultValues = true)
final class PlannerCommand implements Callable<Integer> {
  private static final int STEP = 100;

  @Option(names = "--cases", paramLabel = "N", description = "How many random problems.")
  private int cases = 1000;

  @Option(
      names = "--tenants",
      split = ",",
      paramLabel = "N",
      description = "Numbers of tenants to time.")
  private List<Integer> tenants = List.of(64, 500);

  @Option(names = "--servers", paramLabel = "N", description = "Number of region servers.")
  private int servers = 1;

  @Option(
      names = "--servers-per-tenant",
      paramLabel = "N",
      description = "Most servers that a tenant is on, of those that are timed.")
  private int serversPerTenant = 100;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How many plans are timed for each number of tenants.")
  private int runs = 9;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures as JSON.")
  private @Nullable Path json;

  /** The JSON document. */
  private record Result(List<PlannerBenchmark.Gap> gaps, List<PlannerBenchmark.Speed> speeds) {}

  @Override
  public Integer call() throws IOException {
    require("--cases", cases);
    require("--runs", runs);
    require("--servers", servers);
    require("--servers-per-tenant", serversPerTenant);
    for (int number : tenants) {
      require("--tenants", number);
    }
    Result result = new Result(new ArrayList<>(), new ArrayList<>());
    for (int number : tenants) {
      PlannerBenchmark.Speed speed =
          servers == 1
              ? PlannerBenchmark.speed(number, runs)
              : PlannerBenchmark.speed(number, servers, serversPerTenant, runs);
      result.speeds().add(speed);
      System.out.printf(
          Locale.ROOT,
          "%d tenants on %d servers, %.1f a server: %.0f ms of CPU time, at worst %.0f ms of %d; value %.4f, with equal"
              + " reservations %.4f (below 0 where demand-limited tenants lack what they ask for)%n",
          number,
          speed.servers(),
          (double) speed.pairs() / speed.servers(),
          speed.medianMillis(),
          speed.worstMillis(),
          runs,
          speed.plannedValue(),
          speed.equalValue());
    }
    if (servers > 1) {
      show(result, PlannerBenchmark.gapOfServers(cases, servers, this::report), "3");
    } else {
      show(result, PlannerBenchmark.gap(cases, this::report), "2-4");
    }
    Output.write(json, Output.json(result));
    return 0;
  }

  private void show(Result result, PlannerBenchmark.Gap gap, String sizes) {
    result.gaps().add(gap);
    System.out.printf(
        Locale.ROOT,
        "%d cases of %s tenants on %d servers: below the exact optimum by %.3f %% at worst, %.3f"
            + " %% in 99 of 100, %.4f %% on average%n",
        cases,
        sizes,
        gap.servers(),
        100 * gap.worst(),
        100 * gap.p99(),
        100 * gap.mean());
  }

  private void report(int done) {
    if (done % STEP == 0 && done < cases) {
      System.err.printf("%d of %d cases%n", done, cases);
    }
  }

  private static void require(String option, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(option + " is " + value + ": must be at least 1");
    }
  }
}
