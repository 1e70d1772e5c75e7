package io.argus.experiments.scenario;

import io.argus.bench.scenario.Scenario;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "swap",
    description = {
      "Two tenants exchange their access patterns: random reads and reads from cache.",
      "It prints how long the planner takes to notice, and how long each tenant takes to come near its"
          + " new steady throughput."
    },
    showDefaultValues = true)
public final class SwapCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Option(names = "--phase", paramLabel = "S", description = "Seconds before and after the change.")
  private int phaseSeconds = 90;

  @Override
  public Integer call() throws IOException {
    return options.run(Scenario.swap(phaseSeconds));
  }
}
