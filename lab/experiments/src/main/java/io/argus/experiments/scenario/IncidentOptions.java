package io.argus.experiments.scenario;

import static io.argus.load.basics.Argument.require;

import io.argus.bench.incident.IncidentReport;
import io.argus.bench.incident.LoadedServers;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.output.Output;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.EmbeddedRelease;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of experiments in which something happens to a region server, and how they run. */
final class IncidentOptions {
  private static final RunSettings DEFAULTS = RunSettings.defaults();
  private static final int REGIONS_OF_SERVER = 1;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description = "How many region servers, each with a DataNode and a slow disk of its own.")
  private int regionServers;

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Size of all block caches as a part of one tenant's data.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--keep", description = "Keeps the cluster running at the end.")
  private boolean keep;

  private final int leastServers;

  /** Options of an experiment that needs several region servers. */
  IncidentOptions() {
    this(2);
    regionServers = 3;
  }

  /**
   * @param leastServers how many region servers it needs, and has by default
   */
  IncidentOptions(int leastServers) {
    this.leastServers = leastServers;
    this.regionServers = leastServers;
  }

  /** An experiment on servers that are not started. */
  @FunctionalInterface
  interface Experiment {
    IncidentReport run(LoadedServers servers) throws IOException;
  }

  EmbeddedRelease release() throws IOException {
    return embedded.release();
  }

  /**
   * Runs an experiment, prints its report and writes the file.
   *
   * @param site further hbase-site properties of the cluster
   * @return 0 if all is as it is to be, else 1
   */
  int run(WorkloadMix mix, Map<String, String> site, Experiment experiment) throws IOException {
    require(
        regionServers >= leastServers, "region servers", regionServers, "at least " + leastServers);
    RunSettings settings =
        DEFAULTS
            .withData(rows, REGIONS_OF_SERVER, cacheFraction)
            .withBlockCache(embedded.blockCache())
            .withRegionServers(regionServers);
    ClusterSettings size = settings.clusterSettings();
    for (Map.Entry<String, String> property : site.entrySet()) {
      size = size.withSite(property.getKey(), property.getValue());
    }
    EmbeddedCluster cluster =
        embedded.cluster(settings.tenantBytes() * mix.tenants().size(), regionServers);
    IncidentReport report;
    try (StopOnExit guard = new StopOnExit(cluster);
        StatusObserver observer = new StatusObserver()) {
      report =
          experiment.run(
              new LoadedServers(
                  new ClientJvm(cluster),
                  mix,
                  settings,
                  size,
                  embedded.argus(Map.of()),
                  new TerminalProgress(),
                  observer));
      if (keep) {
        guard.keep();
      }
    }
    report.toTable().forEach(System.out::println);
    Output.write(json, report.toJson());
    return report.holds() ? 0 : 1;
  }
}
