package io.argus.experiments.scenario;

import io.argus.bench.incident.MoveExperiment;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "move",
    description = {
      "A hot region moves to another region server under load.",
      "It is the first region of the first tenant. Its blocks stay on the disk where they are, as with"
          + " every move of HBase. With '--disk emulated' each region server has a disk of its own for"
          + " whatever it reads.",
      "It prints the throughput of each tenant on each server, and how long each tenant takes to have"
          + " 90 %% of its throughput again."
    },
    exitCodeList = {"0:all are back within 15 s", "1:failed, or somebody is not", "2:wrong usage"},
    showDefaultValues = true)
public final class MoveCommand implements Callable<Integer> {
  @Mixin private IncidentOptions options = new IncidentOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "MIX",
      description = "A workload mix, as in 'argus-bench'.")
  private String mix = "uniform50{100/0/0}+uniform200";

  @Option(names = "--before", paramLabel = "S", description = "Seconds before the move.")
  private int beforeSeconds = 80;

  @Option(names = "--after", paramLabel = "S", description = "Seconds after the move.")
  private int afterSeconds = 60;

  @Override
  public Integer call() throws IOException {
    return options.run(
        WorkloadMix.parse(mix),
        Map.of(),
        servers -> new MoveExperiment(servers, beforeSeconds, afterSeconds).run());
  }
}
