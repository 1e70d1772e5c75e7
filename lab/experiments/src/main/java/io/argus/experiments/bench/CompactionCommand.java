package io.argus.experiments.bench;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.campaign.CompactionReport;
import io.argus.bench.campaign.CompactionRun;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.runtime.Plugin;
import io.argus.experiments.cluster.CommitBuild;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "compaction",
    description = {
      "Measures a tenant that reads at random, alone and beside a tenant that writes and whose"
          + " files are compacted all the time.",
      "It compares compactions whose bytes count for their tenant at I/O admission with compactions"
          + " whose bytes do not count."
    },
    showDefaultValues = true)
final class CompactionCommand implements Callable<Integer> {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(names = "--rounds", paramLabel = "N", description = "How often each system is measured.")
  private int rounds = 3;

  @Option(names = "--readers", paramLabel = "N", description = "Client threads of the reader.")
  private int readers = 50;

  @Option(names = "--writers", paramLabel = "N", description = "Client threads of the writer.")
  private int writers = 20;

  @Option(names = "--writes", paramLabel = "N", description = "Writes a second of the writer.")
  private double writesPerSecond = 1_000;

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(names = "--regions", paramLabel = "N", description = "Regions of each tenant.")
  private int regions = 4;

  @Option(names = "--ramp", paramLabel = "S", description = "Seconds before every window.")
  private long rampSeconds = DEFAULTS.mixRamp().toSeconds();

  @Option(names = "--window", paramLabel = "S", description = "Seconds of every window.")
  private long windowSeconds = 40;

  @Option(
      names = "--systems",
      split = ",",
      description =
          "What to compare: charged (compactions take credits), uncharged, stock. charged@COMMIT"
              + " and uncharged@COMMIT are Argus of another commit.")
  private List<String> systems = List.of("charged", "uncharged", "stock");

  @Option(
      names = "--io-limit",
      paramLabel = "N",
      description =
          "Pins the concurrent reads from HDFS (argus.io.concurrency.limit) of every system with"
              + " Argus, so that only the charges differ. Default: Argus finds it.")
  private @Nullable Integer ioLimit;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Keeps the cluster running at the end.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    require(rounds >= 1, "rounds", rounds, "at least 1");
    if (ioLimit != null) {
      require(ioLimit >= 1, "io-limit", ioLimit, "at least 1");
    }
    RunSettings settings =
        new RunSettings(
            rows,
            regions,
            DEFAULTS.cacheFraction(),
            DEFAULTS.aloneRamp(),
            Duration.ofSeconds(rampSeconds),
            Duration.ofSeconds(windowSeconds),
            DEFAULTS.interleavings(),
            DEFAULTS.mostSteal(),
            DEFAULTS.alpha(),
            embedded.blockCache(),
            DEFAULTS.regionServers());
    List<SystemUnderTest> compared = new ArrayList<>();
    for (String system : systems) {
      compared.add(system(system));
    }
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * 4);
    CompactionRun run =
        new CompactionRun(
            new ClientJvm(cluster),
            settings,
            new TerminalProgress(),
            readers,
            writers,
            writesPerSecond);
    try (StopOnExit guard = new StopOnExit(cluster)) {
      run.run(compared, rounds);
      if (keep) {
        guard.keep();
      }
    } finally {
      write(run.report());
    }
    return 0;
  }

  /** Writes the report, also that of a run that failed. */
  private void write(CompactionReport report) throws IOException {
    if (report.runs().isEmpty()) {
      return;
    }
    report.toTable().forEach(System.out::println);
    Output.write(json, report.toJson());
  }

  private SystemUnderTest system(String name) throws IOException {
    if (name.equals("stock")) {
      return new SystemUnderTest(name, Plugin.none());
    }
    String[] variant = name.split("@", 2);
    if (!List.of("charged", "uncharged").contains(variant[0])) {
      throw new IllegalArgumentException(
          "system is " + name + "; choose charged, uncharged or stock");
    }
    Map<String, String> site = new TreeMap<>();
    site.put("argus.background.enabled", Boolean.toString(variant[0].equals("charged")));
    if (ioLimit != null) {
      site.put("argus.io.concurrency.limit", Integer.toString(ioLimit));
    }
    if (variant.length == 1) {
      return new SystemUnderTest(name, embedded.argus(site));
    }
    CommitBuild commit = EmbeddedOptions.commit(variant[1]);
    return new SystemUnderTest(
        variant[0] + "@" + commit.label(), embedded.argus(commit).with(List.of(), site));
  }
}
