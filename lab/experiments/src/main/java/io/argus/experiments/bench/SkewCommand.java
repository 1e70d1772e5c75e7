package io.argus.experiments.bench;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.finding.Moves;
import io.argus.bench.run.Placement;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.experiments.systems.ComparedSystems;
import io.argus.load.client.Preset;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "skew",
    description = {
      "Compares policies where the demand of tenants lies on different servers.",
      "Three tenants of equal weight read at random: one has 80 %% of its rows, and so of its demand,"
          + " on the first region server, one on the second, and one is spread evenly. The least"
          + " throughput / isolated throughput, relative to the greatest, is min/max.",
      "Each system takes about 5 minutes for each repeat, argus+placement 6."
    },
    showDefaultValues = true)
final class SkewCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions(3);

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description =
          "What to compare, as in 'argus-bench', and the policies equal-shares, demand-shares,"
              + " refill-lp and drf, which pin shares on each server in place of Argus's planner."
              + " argus+placement runs the mix once, makes the region moves of 'argus placement',"
              + " and then measures.")
  private List<String> systems =
      List.of(
          "stock",
          "equal-shares",
          "demand-shares",
          "refill-lp",
          "drf",
          "argus",
          ComparedSystems.WITH_PLACEMENT);

  @Option(names = "--threads", paramLabel = "N", description = "Client threads of each tenant.")
  private int threads = 50;

  @Option(
      names = "--part",
      paramLabel = "PERCENT",
      description = "Part of the rows that a tenant with a favourite server has there.")
  private double percent = 80;

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> mixes = List.of(mix(options.settings().regionServers(), threads, percent));
    options.run(mixes, known -> known.named(systems, mixes), Moves::findings);
    return 0;
  }

  /** Two tenants with a favourite server each, and one that is spread evenly. */
  static WorkloadMix mix(int servers, int threads, double percent) {
    require(servers >= 2, "region servers", servers, "at least 2");
    require(percent > 0 && percent <= 100, "part", percent, "above 0, at most 100");
    List<TenantWorkload> tenants = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      tenants.add(
          new TenantWorkload("tenant" + (char) ('a' + i), Preset.UNIFORM, threads)
              .placed(i < 2 ? favouring(i, servers, percent) : Placement.EVEN));
    }
    return WorkloadMix.of(tenants);
  }

  private static Placement favouring(int server, int servers, double percent) {
    List<Double> parts =
        new ArrayList<>(Collections.nCopies(servers, (100 - percent) / (servers - 1)));
    parts.set(server, percent);
    return new Placement(parts);
  }
}
