package io.argus.cli.bench;

import io.argus.bench.finding.Aims;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.experiment.WorkloadMixFile;
import io.argus.cli.text.CommandLines;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code argus bench}: what tenants do to each other on stock HBase, its rivals and Argus; its
 * subcommands are further experiments.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "bench",
    description = {
      "Measures what tenants do to each other on stock HBase, with what its operators can tune, and"
          + " with Argus: J-index, efficiency, D-score, and each tenant's throughput and latency"
          + " beside what it gets alone in the same server process.",
      "Seven mixes on one system take about 15 minutes, once. Interrupted, it goes on where it"
          + " stopped."
    },
    mixinStandardHelpOptions = true,
    showDefaultValues = true,
    subcommands = {
      OverheadCommand.class,
      BestCommand.class,
      CreditsCommand.class,
      TenantsCommand.class,
      SchedulersCommand.class,
      BenchPlannerCommand.class,
      SwapCommand.class,
      DemandCommand.class,
      DiskCommand.class,
      BenchCompactionCommand.class
    })
public final class BenchCommand implements Callable<Integer> {
  @Mixin private BenchOptions options = new BenchOptions();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "MIX",
      description =
          "Workload and client threads of each tenant, as exhot50+uniform200: uniform, hot, exhot,"
              + " scan, rw; exhot50@8000 asks for 8000 operations a second. Without: the seven mixes"
              + " of the published isolated throughputs.")
  private List<String> mixes = new ArrayList<>();

  @Option(
      names = "--mix-file",
      paramLabel = "FILE",
      description = "A mix of any tenants and YCSB workloads, .json or .properties; repeatable.")
  private List<Path> mixFiles = new ArrayList<>();

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description =
          "What to compare: stock, callqueues, handlers300, quota, acache, wfq, drr-paper,"
              + " byte-throttle, argus; for HBase 0.94 stock,"
              + " handlers300, argus. Default: all of them.")
  private List<String> systems = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    List<WorkloadMix> chosen = chosen();
    List<String> names = systems.isEmpty() ? options.release().systems() : systems;
    options.run(
        CommandLines.of(spec),
        chosen,
        (release, repository, clients) ->
            options.known(release, repository, clients).named(names, chosen),
        runs -> Aims.findings("argus", chosen, runs));
    return 0;
  }

  private List<WorkloadMix> chosen() throws IOException {
    List<WorkloadMix> chosen = new ArrayList<>();
    for (String mix : mixes) {
      chosen.add(WorkloadMix.parse(mix));
    }
    for (Path file : mixFiles) {
      chosen.add(WorkloadMixFile.read(file));
    }
    Set<String> labels = new HashSet<>();
    for (WorkloadMix mix : chosen) {
      if (!labels.add(mix.label())) {
        throw new IOException(
            "two mixes are called '"
                + mix.label()
                + "': name each once, by a file of its own name");
      }
    }
    return chosen.isEmpty() ? WorkloadMix.standard() : chosen;
  }
}
