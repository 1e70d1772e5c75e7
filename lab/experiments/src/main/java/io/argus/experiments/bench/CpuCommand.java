package io.argus.experiments.bench;

import io.argus.bench.finding.Kept;
import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "processors",
    description = {
      "Measures how a region server's core is divided among tenants whose data are all in the"
          + " block cache.",
      "The server runs on the first core of this machine, clients and all other servers on the"
          + " rest. It prints what each tenant keeps of its isolated throughput, its 99th percentile"
          + " of latency in milliseconds together and alone, and the work of all in relation to what"
          + " the server does for each alone.",
      "Cached scans look at 1,000 rows for each that they return, so that they cost the server more"
          + " than their clients, who have as much CPU.",
      "Each system takes about 5 minutes for each mix and repeat."
    },
    showDefaultValues = true)
final class CpuCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = BenchOptions.ofCpu();

  @Option(
      names = "--mixes",
      split = ",",
      paramLabel = "MIX",
      description = "Workload mixes, as in 'argus-bench'.")
  private List<String> mixes =
      List.of(
          "exhot50@8000+cached-scan200", "exhot50+cached-scan200", "cached-scan10+cached-scan200");

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, as in 'argus-bench'.")
  private List<String> systems = List.of("stock", "argus");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> parsed = mixes.stream().map(WorkloadMix::parse).toList();
    options.run(
        parsed,
        known -> known.named(systems, parsed),
        runs -> Kept.findings(parsed, systems, runs));
    return 0;
  }
}
