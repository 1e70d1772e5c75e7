package io.argus.experiments.scenario;

import io.argus.bench.incident.ResponseTimeExperiment;
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
    name = "slo-p99",
    description = {
      "The first tenant has an SLO on the p99 of its response times under load, by 'argus slo set'.",
      "Its client measures p99 in each ten seconds, for a minute before the SLO and after it. The"
          + " p99 in the region servers decides, which the master says."
    },
    exitCodeList = {
      "0:the SLO is met in 95 %% of the windows, or refused",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class ResponseTimeCommand implements Callable<Integer> {
  @Mixin private IncidentOptions options = new IncidentOptions(1);

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description = "A workload mix, as in 'argus-bench'.")
  private String mix = "exhot50@8000+scan200";

  @Option(
      names = "--windows",
      paramLabel = "N",
      description = "How many windows of ten seconds count after the SLO.")
  private int windows = 20;

  @Option(names = "--p99", paramLabel = "MS", description = "The SLO, milliseconds.")
  private int sloMillis = 25;

  @Override
  public Integer call() throws IOException {
    return options.run(
        WorkloadMix.parse(mix),
        Map.of(),
        servers ->
            new ResponseTimeExperiment(servers, OperatorCommand::run, windows, sloMillis).run());
  }
}
