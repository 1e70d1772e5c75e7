package io.argus.experiments.bench;

import io.argus.bench.finding.Aims;
import io.argus.bench.run.WorkloadMix;
import io.argus.experiments.capacity.CapacityBenchCommand;
import io.argus.experiments.evidence.EvidenceCommand;
import io.argus.experiments.fault.FaultsCommand;
import io.argus.experiments.field.FieldCommand;
import io.argus.experiments.linkedlist.LinkedListCommand;
import io.argus.experiments.process.MemoryCommand;
import io.argus.experiments.process.TracesCommand;
import io.argus.experiments.scale.ScaleCommand;
import io.argus.experiments.scenario.DayCommand;
import io.argus.experiments.scenario.DemandCommand;
import io.argus.experiments.scenario.DiskCommand;
import io.argus.experiments.scenario.HotSetCommand;
import io.argus.experiments.scenario.KillCommand;
import io.argus.experiments.scenario.MoveCommand;
import io.argus.experiments.scenario.ProfilesCommand;
import io.argus.experiments.scenario.ResponseTimeCommand;
import io.argus.experiments.scenario.SloBenchCommand;
import io.argus.experiments.scenario.SwapCommand;
import io.argus.experiments.scenario.UpgradeCommand;
import io.argus.experiments.soak.SoakCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code argus-bench}: what tenants do to each other on stock HBase, its rivals and Argus; its
 * subcommands are further experiments.
 */
@Command(
    name = "argus-bench",
    description = {
      "Measures what tenants do to each other on stock HBase, on tuned HBase and with Argus.",
      "It reports J-index, efficiency and D-score, and compares each tenant's throughput and"
          + " latency with its isolated ones, measured in the same server process.",
      "Seven workload mixes on one system take about 15 minutes. An interrupted run goes on where"
          + " it stopped."
    },
    showDefaultValues = true,
    subcommands = {
      OverheadCommand.class,
      ObserveCommand.class,
      BestCommand.class,
      CreditsCommand.class,
      TenantsCommand.class,
      SchedulersCommand.class,
      SkewCommand.class,
      CpuCommand.class,
      SharesCommand.class,
      OfferedLoadCommand.class,
      AssessCommand.class,
      PlannerCommand.class,
      ScaleCommand.class,
      CapacityBenchCommand.class,
      TracesCommand.class,
      MemoryCommand.class,
      SwapCommand.class,
      HotSetCommand.class,
      ProfilesCommand.class,
      DemandCommand.class,
      DiskCommand.class,
      MoveCommand.class,
      KillCommand.class,
      UpgradeCommand.class,
      SloBenchCommand.class,
      ResponseTimeCommand.class,
      CompactionCommand.class,
      FieldCommand.class,
      DayCommand.class,
      SoakCommand.class,
      LinkedListCommand.class,
      FaultsCommand.class,
      EvidenceCommand.class
    })
public final class BenchCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "MIX",
      showDefaultValue = Visibility.NEVER,
      description =
          "A workload mix: workload and client threads of each tenant, such as exhot50+uniform200."
              + " Workloads are uniform, hot, exhot, scan and rw. exhot50@8000 asks for 8000"
              + " operations a second, uniform50{80/10/10} has 80 %% of its rows on the first of"
              + " three region servers. Default: the seven published workload mixes.")
  private List<String> mixes = new ArrayList<>();

  @Option(
      names = "--mix-file",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "FILE",
      description =
          "A workload mix of any tenants and YCSB workloads, .json or .properties. Repeatable.")
  private List<Path> mixFiles = new ArrayList<>();

  @Option(
      names = "--systems",
      showDefaultValue = Visibility.NEVER,
      split = ",",
      paramLabel = "SYSTEM",
      description =
          "What to compare: stock, tinylfu, adaptivelru, callqueues, tinylfu+callqueues, tuned,"
              + " handlers300, quota, handler-time, acache, wfq, drr-paper, byte-throttle, argus."
              + " For HBase 0.94: stock, handlers300, argus."
              + " Default: all. Also argus-paper, the dissertation's Argus; argus+rows, which keeps rows"
              + " where they pay; argus-observe, in which HBase's own scheduler and cache serve and"
              + " Argus counts; equal-shares, demand-shares, refill-lp, drf: see 'argus-bench skew';"
              + " and argus@COMMIT:"
              + " Argus of another commit, which is built first.")
  private List<String> systems = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> chosen = chosen();
    List<String> names = systems.isEmpty() ? options.release().systems() : systems;
    options.run(
        chosen, known -> known.named(names, chosen), runs -> Aims.findings("argus", chosen, runs));
    return 0;
  }

  private List<WorkloadMix> chosen() throws IOException {
    List<WorkloadMix> chosen = new ArrayList<>(mixes.stream().map(WorkloadMix::parse).toList());
    for (Path file : mixFiles) {
      chosen.add(WorkloadMixFile.read(file));
    }
    Set<String> labels = new HashSet<>();
    for (WorkloadMix mix : chosen) {
      if (!labels.add(mix.label())) {
        throw new IOException(
            "two workload mixes are called '" + mix.label() + "': must have different names");
      }
    }
    return chosen.isEmpty() ? WorkloadMix.standard() : chosen;
  }
}
