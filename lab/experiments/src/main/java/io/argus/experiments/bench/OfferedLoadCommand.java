package io.argus.experiments.bench;

import io.argus.bench.finding.OfferedLoad;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "offered",
    description = {
      "Measures throughput and latency of a tenant by what it asks for, alone and beside a"
          + " neighbour.",
      "Operations are due at a steady rate, whether earlier ones were answered or not; a latency"
          + " begins when its operation is due.",
      "Each load takes about 90 s on each system, ten loads on two systems 30 minutes."
    },
    showDefaultValues = true)
final class OfferedLoadCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--tenant",
      paramLabel = "WORKLOAD",
      description = "Workload and client threads of the tenant, as in 'argus-bench'.")
  private String tenant = "exhot50";

  @Option(
      names = "--loads",
      split = ",",
      paramLabel = "N",
      description = "What it asks for, operations a second.")
  private List<Integer> loads =
      List.of(500, 1000, 2000, 3000, 4000, 6000, 8000, 10_000, 12_000, 15_000);

  @Option(
      names = "--neighbour",
      paramLabel = "WORKLOAD",
      description = "Workload and client threads of its neighbour.")
  private String neighbour = "scan200";

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, as in 'argus-bench'.")
  private List<String> systems = List.of("stock", "argus");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes =
        loads.stream()
            .map(load -> WorkloadMix.parse(tenant + "@" + load + "+" + neighbour))
            .toList();
    options.run(
        mixes,
        known -> known.named(systems, mixes),
        runs -> OfferedLoad.findings(mixes, systems, runs));
    return 0;
  }
}
