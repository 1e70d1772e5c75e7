package io.argus.experiments.scenario;

import io.argus.bench.incident.UpgradeExperiment;
import io.argus.bench.run.WorkloadMix;
import io.argus.experiments.cluster.EmbeddedOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "upgrade",
    description = {
      "The last region server has Argus's jar of an earlier commit; the master and the other servers"
          + " have this one.",
      "It builds that commit with git and Maven in lab/experiments/target/versions, and prints whether each"
          + " server applies the shares it is to, and whether anything fails."
    },
    exitCodeList = {"0:all is as it is to be", "1:failed, or it is not so", "2:wrong usage"},
    showDefaultValues = true)
public final class UpgradeCommand implements Callable<Integer> {
  @Mixin private IncidentOptions options = new IncidentOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description = "A workload mix, as in 'argus-bench'.")
  private String mix = "uniform50{80/10/10}+uniform50{10/80/10}+uniform50";

  @Option(
      names = "--from",
      paramLabel = "COMMIT",
      description = "The earlier commit. 7bfb1f9 is the last one without shares of single servers.")
  private String from = "7bfb1f9";

  @Option(
      names = "--jar",
      paramLabel = "JAR",
      description = "Drop-in jar of the earlier commit, if it is built already.")
  private @Nullable Path jar;

  @Option(names = "--seconds", paramLabel = "S", description = "Seconds of load.")
  private int seconds = 80;

  @Override
  public Integer call() throws IOException {
    Path earlier =
        jar == null
            ? EmbeddedOptions.commit(from).dropInJar(options.release().line().module())
            : jar.toAbsolutePath();
    return options.run(
        WorkloadMix.parse(mix),
        Map.of(),
        servers -> new UpgradeExperiment(servers, earlier, seconds).run());
  }
}
