package io.argus.experiments.soak;

import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.bench.soak.SoakReport;
import io.argus.bench.soak.SoakRun;
import io.argus.bench.soak.SoakSettings;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "soak",
    description = {
      "A cluster works for long, while tenants come and go: their tables are made, filled, used by all"
          + " workloads, and dropped. With Argus an operator changes plan, SLOs and settings.",
      "It samples heap after a collection, direct memory, threads and open files of each server, nodes"
          + " in ZooKeeper, sizes of Argus's documents, and latencies of two clients. It prints the"
          + " slope of each per hour with its standard error, and whether that grows."
    },
    exitCodeList = {
      "0:nothing grows with Argus, and no operation failed",
      "1:failed, or something grows that does not grow as fast on stock HBase",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class SoakCommand implements Callable<Integer> {
  private static final int REGIONS_OF_SERVER = 2;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--minutes", paramLabel = "N", description = "Minutes on each system.")
  private double minutes = 30;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      description =
          "Minutes at the start that do not count. Default: two fifths. Servers forget an idle tenant after 10 minutes.")
  private @Nullable Double warmUpMinutes;

  @Option(
      names = "--sample",
      paramLabel = "S",
      description = "Seconds from one sample to the next.")
  private long sampleSeconds = 15;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description =
          "What runs, one after the other: argus, argus@COMMIT, stock. With stock, a slope of"
              + " HBase's own shows as such.")
  private List<String> systems = List.of("argus");

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "How many region servers, each with a DataNode and a slow disk of its own.")
  private int regionServers = 1;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of each tenant that stays; those that come and go have a fifth.")
  private long rows = 100_000;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also writes the report as a page with charts, which needs no internet.")
  private @Nullable Path html;

  @Override
  public Integer call() throws IOException {
    SoakSettings times = times();
    RunSettings size = size();
    EmbeddedCluster cluster = embedded.cluster(SoakRun.dataBytes(size), regionServers);
    ClientJvm clients = new ClientJvm(cluster);
    List<SystemUnderTest> compared = compared(clients);
    Files.createDirectories(cluster.state().logs());
    List<SoakReport.OfSystem> results;
    StopOnExit guard = new StopOnExit(cluster);
    try (CommandOperator operator =
        new CommandOperator(cluster.state().logs().resolve("commands.log"))) {
      results = new SoakRun(clients, size, times, new TerminalProgress(), operator).run(compared);
    } finally {
      guard.close();
    }
    SoakReport report =
        new SoakReport(
            "bin/argus-bench "
                + String.join(" ", spec.root().commandLine().getParseResult().originalArgs()),
            "HBase "
                + cluster.runtime().name()
                + ", disk "
                + cluster.disks().name()
                + ", block cache "
                + size.blockCache().label()
                + ", region servers: "
                + regionServers,
            times.length().toMinutes(),
            times.warmUp().toSeconds(),
            results);
    report.toTable().forEach(System.out::println);
    Output.write(json, report.toJson());
    if (html != null) {
      Output.write(html, report.toHtml());
    }
    return report.holds() ? 0 : 1;
  }

  private SoakSettings times() {
    Duration length = ofMinutes(minutes);
    Duration sample = Duration.ofSeconds(sampleSeconds);
    return warmUpMinutes == null
        ? SoakSettings.of(length, sample)
        : new SoakSettings(length, ofMinutes(warmUpMinutes), sample);
  }

  private static Duration ofMinutes(double minutes) {
    return Duration.ofSeconds(Math.round(60 * minutes));
  }

  private RunSettings size() throws IOException {
    RunSettings defaults = RunSettings.defaults();
    return defaults
        .withData(rows, REGIONS_OF_SERVER, defaults.cacheFraction())
        .withBlockCache(embedded.blockCache())
        .withRegionServers(regionServers);
  }

  private List<SystemUnderTest> compared(ClientJvm clients) throws IOException {
    for (String name : systems) {
      if (!name.matches("stock|argus(@.*)?")) {
        throw new IOException("system is " + name + "; choose argus, argus@COMMIT or stock");
      }
    }
    return new ComparedSystems(embedded, clients).named(systems, List.of());
  }
}
