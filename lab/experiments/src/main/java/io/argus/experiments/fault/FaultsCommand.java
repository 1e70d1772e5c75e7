package io.argus.experiments.fault;

import io.argus.bench.fault.Fault;
import io.argus.bench.fault.FaultOutcome;
import io.argus.bench.fault.FaultReport;
import io.argus.bench.fault.FaultRun;
import io.argus.bench.fault.OtherVersions;
import io.argus.bench.fault.kind.Faults;
import io.argus.bench.run.SystemUnderTest;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "faults",
    description = {
      "Servers die, pause and lose each other, nodes hold rubbish, regions move, tables vanish:"
          + " under the load of two tenants and of a client that checks every answer.",
      "It compares what is lost, wrong and failed, how long clients wait, and when the tenants have"
          + " their throughput again, on each system. Three region servers, three DataNodes."
    },
    exitCodeList = {
      "0:nothing is lost or wrong, and no system is worse than stock HBase",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class FaultsCommand implements Callable<Integer> {
  private static final int REGION_SERVERS = 3;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions("none");

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, as in 'argus-bench'.")
  private List<String> systems = List.of("stock", "argus");

  @Option(
      names = "--faults",
      split = ",",
      paramLabel = "FAULT",
      showDefaultValue = Visibility.NEVER,
      description = "Only these, in this order. Default: all.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--earlier",
      paramLabel = "COMMIT",
      description =
          "Earlier commit that rolling-upgrade begins with and rolling-downgrade ends with. It is"
              + " built with git and Maven in lab/experiments/target/versions. Without it they are"
              + " skipped.")
  private @Nullable String earlier;

  @Option(
      names = "--later-hbase",
      paramLabel = "2.5|2.6",
      description =
          "Release line of HBase that rolling-hbase-upgrade ends with, from the one of --hbase."
              + " Without it that is skipped.")
  private @Nullable String laterHBase;

  @Option(
      names = "--rows-kept",
      description =
          "Argus keeps rows of all tables, in half of each tenant's share of the cache, whether"
              + " that pays or not.")
  private boolean rowsKept;

  @Option(names = "--list", description = "Lists the faults and does nothing else.")
  private boolean list;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes the report as a page, which needs no internet.")
  private @Nullable Path html;

  @Option(names = "--keep", description = "Keeps the last cluster running at the end.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    List<Fault> faults = Faults.named(names);
    if (list) {
      TextTable table = new TextTable();
      List<String> what = new ArrayList<>();
      for (Fault fault : faults) {
        table.row(fault.name());
        what.add(fault.what());
      }
      table.print(what);
      return 0;
    }
    EmbeddedCluster cluster = embedded.cluster(FaultRun.dataBytes(), REGION_SERVERS);
    ClientJvm clients = new ClientJvm(cluster);
    List<SystemUnderTest> compared =
        new ComparedSystems(embedded, clients).named(systems, List.of());
    ClusterSettings settings = FaultRun.clusterSettings();
    if (rowsKept) {
      settings =
          settings.withSite("argus.rows.share", "0.5").withSite("argus.rows.min.share", "0.5");
    }
    OtherVersions versions = new OtherVersions(earlierArgus(), laterHBase());
    List<FaultOutcome> outcomes = new ArrayList<>();
    try (StopOnExit guard = new StopOnExit(cluster)) {
      for (int i = 0; i < compared.size(); i++) {
        Duration later = FaultRun.estimate(faults).multipliedBy(compared.size() - 1L - i);
        try (LiveDocuments documents = new LiveDocuments();
            FaultRun run =
                new FaultRun(
                    clients,
                    settings,
                    compared.get(i),
                    documents,
                    versions,
                    new TerminalProgress())) {
          run.run(
              faults,
              later,
              outcome -> {
                outcomes.add(outcome);
                writeFiles(report(cluster, outcomes));
              });
        }
      }
      if (keep) {
        guard.keep();
      }
    }
    FaultReport report = report(cluster, outcomes);
    TextTable table = new TextTable();
    report.table().forEach(table::row);
    table.print();
    report.remarks().forEach(System.out::println);
    report.judged().forEach(line -> System.out.println("NOT " + line));
    return report.holds() ? 0 : 1;
  }

  /** Argus of the earlier commit, with the keys of this one. */
  private Optional<Plugin> earlierArgus() throws IOException {
    if (earlier == null) {
      return Optional.empty();
    }
    return Optional.of(embedded.argus(EmbeddedOptions.commit(earlier)));
  }

  private Optional<HBaseRuntime> laterHBase() throws IOException {
    return laterHBase == null ? Optional.empty() : Optional.of(embedded.runtime(laterHBase));
  }

  private static FaultReport report(EmbeddedCluster cluster, List<FaultOutcome> outcomes) {
    return FaultReport.of(cluster.runtime().name(), cluster.disks().name(), outcomes);
  }

  /** Writes what is known so far, so that a campaign that ends early leaves it behind. */
  private void writeFiles(FaultReport report) {
    try {
      Output.write(json, report.toJson());
      Output.write(html, html == null ? "" : report.toHtml());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
