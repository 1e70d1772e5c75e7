package io.argus.cli.bench;

import io.argus.bench.finding.Overhead;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "overhead",
    description = {
      "Measures each workload alone and beside a tenant with the same workload, on stock HBase and"
          + " with Argus, interleaved.",
      "It prints throughput and latency with Argus in relation to stock HBase, for each repeat.",
      "Four workloads take about 9 minutes on one system, so 18 for each repeat."
    },
    showDefaultValues = true)
final class OverheadCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = {"--workloads", "--loads"},
      split = ",",
      paramLabel = "WORKLOAD",
      description = "What to measure.")
  private List<String> workloads = List.of("uniform50", "hot50", "exhot50", "rw50");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = workloads.stream().map(Overhead::pair).toList();
    options.run(
        mixes,
        known -> known.named(List.of("stock", "argus"), mixes),
        runs -> Overhead.findings("argus", "stock", mixes, runs));
    return 0;
  }
}
