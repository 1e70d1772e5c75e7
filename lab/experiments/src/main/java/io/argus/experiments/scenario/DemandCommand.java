package io.argus.experiments.scenario;

import io.argus.bench.scenario.Scenario;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "demand",
    description = {
      "Two tenants read at random. One of them is demand-limited for a while.",
      "That tenant asks for 200, then 100 operations a second, then for all it can get again.",
      "It prints how long each tenant takes to come near its new steady throughput."
    },
    showDefaultValues = true)
public final class DemandCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Option(names = "--phase", paramLabel = "S", description = "Seconds of each of the four phases.")
  private int phaseSeconds = 40;

  @Override
  public Integer call() throws IOException {
    return options.run(Scenario.demand(phaseSeconds));
  }
}
