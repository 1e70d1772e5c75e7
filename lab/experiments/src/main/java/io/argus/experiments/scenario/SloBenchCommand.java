package io.argus.experiments.scenario;

import io.argus.bench.incident.SloExperiment;
import io.argus.bench.run.WorkloadMix;
import io.argus.experiments.cluster.OperatorCommand;
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
      "Tenants get SLOs of operations a second under load, by 'argus slo set'.",
      "The first one has an SLO of most of what the disk reads. A second SLO as large is refused."
          + " Then the first two tenants have SLOs that fit, and the disk loses half its speed."
    },
    exitCodeList = {
      "0:SLOs are met, and fall short in proportion on half the disk",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class SloBenchCommand implements Callable<Integer> {
  @Mixin private IncidentOptions options = new IncidentOptions(1);

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description = "A workload mix, as in 'argus-bench'.")
  private String mix = "uniform50+uniform200+scan4";

  @Option(names = "--phase", paramLabel = "S", description = "Seconds of each of the four phases.")
  private int phaseSeconds = 60;

  @Option(names = "--slo", paramLabel = "N", description = "The first SLO.")
  private int target = 500;

  @Option(
      names = "--later",
      paramLabel = "N,N",
      split = ",",
      description = "The SLOs of the first two tenants before the disk slows down.")
  private int[] later = {250, 150};

  @Override
  public Integer call() throws IOException {
    return options.run(
        WorkloadMix.parse(mix),
        Map.of(),
        servers ->
            new SloExperiment(
                    servers, OperatorCommand::run, phaseSeconds, target, later[0], later[1])
                .run());
  }
}
