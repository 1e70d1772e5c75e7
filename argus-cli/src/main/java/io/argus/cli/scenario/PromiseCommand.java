package io.argus.cli.scenario;

import io.argus.bench.incident.PromiseExperiment;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "slo",
    description = {
      "Tenants are promised operations a second under load, by 'argus slo set'.",
      "The first one is promised most of what the disk reads. A second promise as large is refused."
          + " Then the first two tenants have promises that fit, and the disk loses half its speed."
    },
    exitCodeList = {
      "0:promises are kept, and fall short in proportion on half the disk",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class PromiseCommand implements Callable<Integer> {
  @Mixin private IncidentOptions options = new IncidentOptions(1);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(arity = "0..1", paramLabel = "MIX", description = "A workload mix, as in 'bench'.")
  private String mix = "uniform50+uniform200+scan4";

  @Option(names = "--phase", paramLabel = "S", description = "Seconds of each of the four phases.")
  private int phaseSeconds = 60;

  @Option(names = "--promise", paramLabel = "N", description = "The first promise.")
  private int promised = 500;

  @Option(
      names = "--later",
      paramLabel = "N,N",
      split = ",",
      description = "The promises to the first two tenants before the disk slows down.")
  private int[] later = {250, 150};

  @Override
  public Integer call() throws IOException {
    CommandLine argus = spec.root().commandLine();
    return options.run(
        WorkloadMix.parse(mix),
        Map.of(),
        servers ->
            new PromiseExperiment(
                    servers, argus::execute, phaseSeconds, promised, later[0], later[1])
                .run());
  }
}
