package io.argus.experiments.scenario;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.day.Day;
import io.argus.bench.day.DayReport;
import io.argus.bench.day.DayRun;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.OperatorCommand;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "day",
    description = {
      "A day of twelve tenants, compressed, on stock HBase and on Argus: people by day, batch at"
          + " night, new data in the evening, an SLO, a cap, a region that is split, region servers"
          + " that restart. --list says who they are and what happens when.",
      "It prints p50 and p99 of each tenant by night and by day on both, failed calls, what was asked"
          + " for and done, and whether the SLO was kept and the cap held."
    },
    exitCodeList = {
      "0:no tenant has more failed calls with Argus than on stock HBase, who is served there is served,"
          + " the SLO is kept, the cap holds",
      "1:failed, or it is not so",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class DayCommand implements Callable<Integer> {
  private static final int REGIONS_OF_SERVER = 1;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--list", description = "Says who the tenants are and what happens when.")
  private boolean list;

  @Option(names = "--minutes", paramLabel = "N", description = "Minutes of a day, at least 2.")
  private double minutes = 15;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Pairs of days, one on each system. Every second pair has the other order.")
  private int pairs = 3;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description = "What to compare, in that order: stock, argus, argus@COMMIT.")
  private List<String> systems = List.of("stock", "argus");

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = 50_000;

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Size of all block caches as a part of one tenant's data.")
  private double cacheFraction = 3;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes it as a page with the latencies of each tenant over the day.")
  private @Nullable Path html;

  @Option(names = "--keep", description = "Keeps the last cluster running at the end.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    Day day = new Day((int) Math.round(60 * minutes));
    if (list) {
      day.describe().forEach(System.out::println);
      return 0;
    }
    require(pairs >= 1, "repeat", pairs, "at least 1");
    for (String name : systems) {
      if (!name.matches("stock|argus(@.*)?")) {
        throw new IOException("system is " + name + "; choose stock, argus or argus@COMMIT");
      }
    }
    RunSettings settings =
        RunSettings.defaults()
            .withData(rows, REGIONS_OF_SERVER, cacheFraction)
            .withBlockCache(embedded.blockCache())
            .withRegionServers(DayRun.REGION_SERVERS);
    EmbeddedCluster cluster = embedded.cluster(DayRun.dataBytes(settings), DayRun.REGION_SERVERS);
    ClientJvm clients = new ClientJvm(cluster);
    List<SystemUnderTest> compared =
        new ComparedSystems(embedded, clients).named(systems, List.of());
    DayReport report;
    try (StopOnExit guard = new StopOnExit(cluster)) {
      report =
          new DayRun(clients, settings, day, new TerminalProgress(), OperatorCommand::run)
              .run(
                  compared,
                  pairs,
                  "bin/argus-bench "
                      + String.join(
                          " ", spec.root().commandLine().getParseResult().originalArgs()));
      if (keep) {
        guard.keep();
      }
    }
    report.toTable().forEach(System.out::println);
    Output.write(json, report.toJson());
    Output.write(html, report.toHtml());
    return report.holds() ? 0 : 1;
  }
}
