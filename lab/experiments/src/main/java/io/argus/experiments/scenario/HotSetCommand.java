package io.argus.experiments.scenario;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.scenario.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "hot-set",
    description = {
      "The hot rows of a tenant move to others, several times, beside 200 threads that read at random.",
      "It prints what both tenants did before each move, and how many seconds they took to do 95 %% of it"
          + " again."
    },
    showDefaultValues = true)
public final class HotSetCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Option(names = "--phase", paramLabel = "S", description = "Seconds before and after each move.")
  private int phaseSeconds = 60;

  @Option(names = "--moves", paramLabel = "N", description = "How often the hot rows move.")
  private int moves = 3;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, as in 'argus-bench'.")
  private List<String> systems = List.of("stock", "argus");

  @Override
  public Integer call() throws IOException {
    require(moves >= 1 && moves <= 100, "moves", moves, "1..100");
    return options.run(Scenario.hotSet(phaseSeconds, moves), systems);
  }
}
