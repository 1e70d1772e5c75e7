package io.argus.experiments.bench;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.finding.Proportion;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "shares",
    description = {
      "Measures whether throughput follows the weights of tenants, whatever their threads: the"
          + " dissertation's figure 4.4.",
      "Tenants of one workload with different threads and weights all ask for as much as they can"
          + " get. It prints the least throughput / weight in relation to the greatest, what the"
          + " worst-off tenant gets of its part by weight of its isolated throughput (floor), and"
          + " the total in relation to stock HBase's.",
      "Each system takes about 5 minutes for each workload and repeat; five tables are loaded."
    },
    showDefaultValues = true)
final class SharesCommand implements Callable<Integer> {
  private static final String STOCK = "stock";

  /** So many rows that each tenant's table exceeds its share of the cache many times. */
  private static final long ROWS = 200_000;

  @Mixin private BenchOptions options = new BenchOptions();

  @Option(
      names = "--workloads",
      split = ",",
      paramLabel = "WORKLOAD",
      description = "Workloads of all tenants, one after another: uniform, hot, exhot, scan or rw.")
  private List<String> workloads = List.of("uniform", "rw");

  @Option(
      names = "--threads",
      split = ",",
      paramLabel = "N",
      description = "Client threads of each tenant.")
  private List<Integer> threads = List.of(50, 50, 100, 200, 300);

  @Option(
      names = "--weights",
      split = ",",
      paramLabel = "W",
      description = "Weight of each tenant; all 1 for equal shares.")
  private List<Double> weights = List.of(3.0, 1.0, 2.0, 1.0, 3.0);

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, as in 'argus-bench'.")
  private List<String> systems = List.of(STOCK, "argus");

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = new ArrayList<>();
    for (String workload : workloads) {
      mixes.add(mix(Preset.named(workload), threads, weights));
    }
    options.run(
        mixes,
        known -> known.named(systems, mixes),
        runs -> Proportion.findings(mixes, systems, STOCK, runs));
    return 0;
  }

  static WorkloadMix mix(Preset workload, List<Integer> threads, List<Double> weights) {
    require(
        threads.size() == weights.size(),
        "weights",
        weights.size() + " numbers",
        "as many as threads, " + threads.size());
    List<TenantWorkload> tenants = new ArrayList<>();
    for (int i = 0; i < threads.size(); i++) {
      tenants.add(
          new TenantWorkload("tenant" + (char) ('a' + i), workload, threads.get(i))
              .ofRows(ROWS)
              .weighing(weights.get(i)));
    }
    DecimalFormat number =
        new DecimalFormat("0.###", DecimalFormatSymbols.getInstance(Locale.ROOT));
    String label = weights.stream().map(number::format).collect(Collectors.joining(":"));
    return new WorkloadMix(workload.label() + " " + label, tenants);
  }
}
