package io.argus.cli.scenario;

import io.argus.bench.scenario.Scenario;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code argus bench demand}: a tenant asks for less for a while.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "demand",
    description =
        "One of two tenants that read at random slows down to 200, then 100 operations a second and"
            + " comes back; prints how long each takes to be near its new steady throughput.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class DemandCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Option(names = "--phase", paramLabel = "S", description = "Seconds of each of the four phases.")
  private int phaseSeconds = 40;

  @Override
  public Integer call() throws IOException {
    return options.play(
        Scenario.demand(phaseSeconds), List.of(new ScenarioOptions.Variant("argus", Map.of())));
  }
}
