package io.argus.experiments.scenario;

import io.argus.bench.incident.PromiseExperiment;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description = "A workload mix, as in 'argus-bench'.")
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
    return options.run(
        WorkloadMix.parse(mix),
        Map.of(),
        servers ->
            new PromiseExperiment(
                    servers, OperatorCommand::run, phaseSeconds, promised, later[0], later[1])
                .run());
  }
}
