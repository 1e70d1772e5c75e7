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
 * {@code argus bench disk}: the disk is slower for a while.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "disk",
    description =
        "Two tenants read at random while the disk gets half as fast and comes back; prints how long"
            + " tenants and disk take to be near their new steady throughput.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class DiskCommand implements Callable<Integer> {
  @Mixin private ScenarioOptions options = new ScenarioOptions();

  @Option(names = "--phase", paramLabel = "S", description = "Seconds of each of the three phases.")
  private int phaseSeconds = 40;

  @Override
  public Integer call() throws IOException {
    return options.play(
        Scenario.disk(phaseSeconds), List.of(new ScenarioOptions.Variant("argus", Map.of())));
  }
}
