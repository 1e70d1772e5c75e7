package io.argus.experiments.scenario;

import io.argus.bench.scenario.Scenario;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "disk",
    description = {
      "Two tenants read at random. The disk is half as fast for a while.",
      "It prints how long tenants and disk take to come near their new steady throughput."
    },
    showDefaultValues = true)
public final class DiskCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Option(names = "--phase", paramLabel = "S", description = "Seconds of each of the three phases.")
  private int phaseSeconds = 40;

  @Override
  public Integer call() throws IOException {
    return options.run(Scenario.disk(phaseSeconds));
  }
}
