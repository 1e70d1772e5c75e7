package io.argus.cli.bench;

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
 * {@code argus bench planner}: how close the planner comes to the exact optimum, and its processor
 * time.
 */
@Command(
    name = "planner",
    description = {
      "Compares the planner with the exact optimum on random problems of 2 to 4 tenants.",
      "It also measures the planner's processor time for many tenants."
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
    for (int number : tenants) {
      require("--tenants", number);
    }
    Result result = new Result(new ArrayList<>(), new ArrayList<>());
    for (int number : tenants) {
      PlannerBenchmark.Speed speed = PlannerBenchmark.speed(number, runs);
      result.speeds().add(speed);
      System.out.printf(
          Locale.ROOT,
          "%d tenants: %.0f ms of processor time, at worst %.0f ms of %d; value %.4f, with equal"
              + " reservations %.4f (below 0 where demand-limited tenants lack what they ask for)%n",
          number,
          speed.medianMillis(),
          speed.worstMillis(),
          runs,
          speed.plannedValue(),
          speed.equalValue());
    }
    for (boolean plain : new boolean[] {false, true}) {
      PlannerBenchmark.Gap gap = PlannerBenchmark.gap(cases, plain, this::tell);
      result.gaps().add(gap);
      System.out.printf(
          Locale.ROOT,
          "%s, %d cases of 2-4 tenants: below the exact optimum by %.3f %% at worst, %.3f %% in 99"
              + " of 100, %.4f %% on average%n",
          gap.objective(),
          cases,
          100 * gap.worst(),
          100 * gap.p99(),
          100 * gap.mean());
    }
    Output.write(json, Output.json(result));
    return 0;
  }

  private void tell(int done) {
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
