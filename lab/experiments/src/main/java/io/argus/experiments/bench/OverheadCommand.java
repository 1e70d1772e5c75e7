package io.argus.experiments.bench;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.finding.Overhead;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "overhead",
    description = {
      "Measures each workload alone and beside a tenant with the same workload, on each system in"
          + " turn.",
      "It prints throughput and latency of each system in relation to those before it in --systems:"
          + " the median with its range, and each repeat.",
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

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, at least two systems of 'argus-bench'; first the reference.")
  private List<String> systems = List.of("stock", "argus");

  @Override
  public Integer call() throws IOException {
    List<String> names = List.copyOf(new LinkedHashSet<>(systems));
    require(names.size() >= 2, "number of systems", names.size(), "at least 2");
    List<WorkloadMix> mixes = workloads.stream().map(Overhead::pair).toList();
    options.run(
        mixes, known -> known.named(names, mixes), runs -> Overhead.findings(names, mixes, runs));
    return 0;
  }
}
