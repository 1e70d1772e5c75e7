package io.argus.cli.bench;

import com.google.gson.GsonBuilder;
import io.argus.bench.planner.PlannerBenchmark;
import io.argus.cli.output.OutputFile;
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
 * {@code argus bench planner}: how close the planner comes to the exact optimum, and how long it
 * takes.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "planner",
    description =
        "Compares the planner with the exact optimum on random problems of 2 to 4 tenants, and"
            + " measures its processor time for many tenants.",
    mixinStandardHelpOptions = true)
final class PlannerCommand implements Callable<Integer> {
  private static final int STEP = 100;

  @Option(
      names = "--cases",
      defaultValue = "1000",
      description = "Random problems (default: ${DEFAULT-VALUE}).")
  private int cases;

  @Option(
      names = "--tenants",
      split = ",",
      defaultValue = "64,500",
      description = "Numbers of tenants to time (default: ${DEFAULT-VALUE}).")
  private List<Integer> tenants = List.of();

  @Option(
      names = "--runs",
      defaultValue = "9",
      description = "Plans timed for each number of tenants (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(names = "--json", paramLabel = "FILE", description = "Writes the figures as JSON.")
  private @Nullable Path json;

  /** What is written. */
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
          "%d tenants: %.0f ms of processor time, at worst %.0f ms of %d; value %.4f, of equal"
              + " reservation %.4f (below 0 where demand-limited tenants lack what they ask for)%n",
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
    OutputFile.write(json, new GsonBuilder().setPrettyPrinting().create().toJson(result));
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
