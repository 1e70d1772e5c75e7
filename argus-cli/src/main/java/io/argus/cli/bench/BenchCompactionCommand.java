package io.argus.cli.bench;

import io.argus.bench.campaign.CompactionReport;
import io.argus.bench.campaign.CompactionRun;
import io.argus.bench.cluster.ClientJvm;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.cli.cluster.EmbeddedOptions;
import io.argus.cli.release.ArgusHome;
import io.argus.cli.release.Release;
import io.argus.cli.text.OutputFile;
import io.argus.cli.text.StopOnExit;
import io.argus.cli.text.TerminalProgress;
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

/**
 * {@code argus bench compaction}: a reader beside a tenant that loads and compacts.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "compaction",
    description =
        "Measures a tenant that reads at random alone, and beside one that writes and has its files"
            + " compacted all the time: with compactions that pay for their bytes in their tenant's"
            + " turns at HDFS, and with compactions that do not.",
    mixinStandardHelpOptions = true,
    showDefaultValues = true)
final class BenchCompactionCommand implements Callable<Integer> {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(names = "--rounds", paramLabel = "N", description = "How often each is measured.")
  private int rounds = 3;

  @Option(names = "--readers", paramLabel = "N", description = "Client threads of the reader.")
  private int readers = 50;

  @Option(names = "--writers", paramLabel = "N", description = "Client threads of the loader.")
  private int writers = 20;

  @Option(names = "--writes", paramLabel = "N", description = "Writes a second of the loader.")
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
      description = "What to compare: priced, unpriced (by Argus), stock.")
  private List<String> systems = List.of("priced", "unpriced", "stock");

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "A further hbase-site property for every system but stock.")
  private Map<String, String> conf = new TreeMap<>();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Leaves the cluster running at the end.")
  private boolean keep;

  @Override
  public Integer call() throws IOException {
    if (rounds < 1) {
      throw new IOException("rounds is " + rounds + "; must be at least 1");
    }
    RunSettings settings =
        DEFAULTS
            .withData(rows, regions, DEFAULTS.cacheFraction())
            .withTimes(
                DEFAULTS.aloneRamp(),
                Duration.ofSeconds(rampSeconds),
                Duration.ofSeconds(windowSeconds));
    List<SystemUnderTest> compared = new ArrayList<>();
    for (String system : systems) {
      compared.add(system(system));
    }
    EmbeddedCluster cluster = embedded.cluster(settings.tenantBytes() * 4);
    TerminalProgress progress =
        new TerminalProgress(System.err, Boolean.getBoolean("argus.terminal"));
    CompactionRun run =
        new CompactionRun(
            new ClientJvm(cluster), settings, progress, readers, writers, writesPerSecond);
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

  /** Also what there is of a run that failed. */
  private void write(CompactionReport report) throws IOException {
    if (report.runs().isEmpty()) {
      return;
    }
    report.toTable().forEach(System.out::println);
    OutputFile.write(json, report.toJson());
  }

  private SystemUnderTest system(String name) throws IOException {
    Release release = embedded.release();
    Map<String, String> site = new TreeMap<>(conf);
    switch (name) {
      case "stock" -> {
        return new SystemUnderTest(name, release.plugin("none", ArgusHome.path()));
      }
      case "priced" -> site.put("argus.background.enabled", "true");
      case "unpriced" -> site.put("argus.background.enabled", "false");
      default ->
          throw new IllegalArgumentException(
              "system is " + name + "; choose priced, unpriced or stock");
    }
    return new SystemUnderTest(
        name, release.plugin("argus", ArgusHome.path()).with(List.of(), site));
  }
}
