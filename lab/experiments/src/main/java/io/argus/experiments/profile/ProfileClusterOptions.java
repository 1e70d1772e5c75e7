package io.argus.experiments.profile;

import io.argus.bench.run.RunSettings;
import io.argus.cli.install.ArgusHome;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import io.argus.cluster.runtime.Plugin;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.profiler.campaign.Conditions;
import io.argus.profiler.campaign.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Where {@code profile run} measures: on an embedded cluster that it starts, or on a running one.
 */
final class ProfileClusterOptions {
  private static final RunSettings DEFAULTS = RunSettings.defaults();
  private static final long REFILL_SECONDS = 2;

  @Option(
      names = "--site",
      paramLabel = "FILE",
      description =
          "The hbase-site.xml, or its directory, of a running cluster. Default: the running embedded"
              + " cluster, else one is started.")
  private @Nullable Path site;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Size of the block cache as a part of the table, of a cluster that is started.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "Table of a running cluster. Its namespace is the default of --tenant.")
  private String table = "profiled:usertable";

  @Option(names = "--tenant", paramLabel = "NAME", description = "The table's tenant.")
  private @Nullable String tenant;

  @Option(names = "--load", description = "Creates and fills the table on a running cluster, too.")
  private boolean load;

  @Option(names = "--keep", description = "Keeps a started cluster running at the end.")
  private boolean keep;

  Optional<Path> site() throws IOException {
    if (site != null) {
      return Optional.of(site);
    }
    StateDirectory state = new StateDirectory(ArgusHome.stateDirectory());
    return io.argus.cluster.ClusterStatus.of(state).running()
        ? Optional.of(state.conf())
        : Optional.empty();
  }

  String table() {
    return table;
  }

  String tenant() {
    return tenant != null
        ? tenant
        : table.contains(":") ? table.replaceFirst(":.*", "") : "default";
  }

  boolean load() {
    return load;
  }

  boolean keep() {
    return keep;
  }

  String hbase() throws IOException {
    return embedded.release().label();
  }

  /** The directory of a site file, which may be named itself. */
  static Path directory(Path named) {
    return Files.isDirectory(named) ? named : named.toAbsolutePath().resolveSibling("");
  }

  /** An embedded cluster, not started. */
  EmbeddedCluster cluster(Workload workload) throws IOException {
    return embedded.cluster(size(workload).tenantBytes());
  }

  int regions() {
    return DEFAULTS.regions();
  }

  ClusterSettings settings(Workload workload) {
    return ClusterSettings.defaults().withBlockCacheBytes(size(workload).blockCacheBytes());
  }

  private RunSettings size(Workload workload) {
    return DEFAULTS.withData(Math.max(1000, workload.tableRows()), regions(), cacheFraction);
  }

  /** Argus, with the credits of the campaign's earlier part if there is one. */
  Plugin plugin(Optional<Conditions> before) throws IOException {
    Map<String, String> site = new TreeMap<>();
    before.ifPresent(
        conditions ->
            site.put(
                "argus.credits",
                Long.toString((long) (REFILL_SECONDS * conditions.hdfsCapacityBytesPerSecond()))));
    site.putAll(embedded.conf());
    return embedded.argus(site);
  }
}
