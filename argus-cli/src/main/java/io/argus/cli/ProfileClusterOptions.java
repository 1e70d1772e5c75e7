package io.argus.cli;

import io.argus.bench.cluster.ClientBinding;
import io.argus.bench.cluster.ClusterSettings;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.cluster.HBaseRuntime;
import io.argus.bench.cluster.Plugin;
import io.argus.bench.cluster.StateDirectory;
import io.argus.bench.disk.Disk;
import io.argus.bench.disk.DiskSettings;
import io.argus.bench.disk.Disks;
import io.argus.bench.experiment.CampaignSettings;
import io.argus.profiler.campaign.Conditions;
import io.argus.profiler.campaign.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Where {@code profile run} measures: an embedded cluster of its own, or a running one.
 *
 * <p>Used by one thread.
 */
final class ProfileClusterOptions {
  private static final CampaignSettings DEFAULTS = CampaignSettings.defaults();
  private static final long REFILL_SECONDS = 2;

  @Option(
      names = "--site",
      paramLabel = "FILE",
      description =
          "The hbase-site.xml, or its directory, of a running cluster. Without it the embedded"
              + " cluster that runs, else one is started.")
  private @Nullable Path site;

  @Option(names = "--hbase", paramLabel = "VERSION", description = "HBase release line.")
  private String hbase = "2.6";

  @Option(names = "--hadoop", paramLabel = "2|3", description = "Hadoop generation.")
  private int hadoop = 2;

  @Option(names = "--disk", paramLabel = "KIND", description = "kernel, emulated, none or auto.")
  private String disk = "auto";

  @Option(names = "--disk-reads", paramLabel = "N", description = "Reads per second of the disk.")
  private int diskReads = 600;

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Block cache in relation to the table, of a cluster that is started.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(
      names = "--table",
      paramLabel = "TABLE",
      description = "Table of a running cluster; its namespace is taken for the tenant.")
  private String table = "profiled:usertable";

  @Option(names = "--tenant", paramLabel = "NAME", description = "The table's tenant.")
  private @Nullable String tenant;

  @Option(names = "--load", description = "Makes and fills the table on a running cluster, too.")
  private boolean load;

  @Option(
      names = "--conf",
      paramLabel = "KEY=VALUE",
      description = "A further hbase-site property of a cluster that is started.")
  private Map<String, String> conf = new TreeMap<>();

  @Option(names = "--keep", description = "Leaves a cluster running that was started.")
  private boolean keep;

  Optional<Path> site() throws IOException {
    if (site != null) {
      return Optional.of(site);
    }
    StateDirectory state = StateDirectory.standard(Argus.repository());
    return io.argus.bench.cluster.ClusterStatus.of(state).running()
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

  String hbase() {
    return hbase;
  }

  ClientBinding binding() {
    return ClientBinding.hbase2(Argus.repository());
  }

  /** The directory of a site that was named. */
  static Path directory(Path named) {
    Path directory = Files.isDirectory(named) ? named : named.toAbsolutePath().getParent();
    return directory == null ? named : directory;
  }

  /** An embedded cluster, not started. */
  EmbeddedCluster cluster(Workload workload) throws IOException {
    if (!hbase.equals("2.6")) {
      throw new IOException("hbase is " + hbase + "; must be 2.6");
    }
    StateDirectory state = StateDirectory.standard(Argus.repository());
    CampaignSettings size = size(workload);
    Disk chosen =
        Disks.choose(
            disk,
            state.root(),
            binding().jar(),
            DiskSettings.forData(size.tenantBytes()).withReadsPerSecond(diskReads));
    return new EmbeddedCluster(state, HBaseRuntime.hbase26(Argus.repository(), hadoop), chosen);
  }

  int regions() {
    return DEFAULTS.regions();
  }

  ClusterSettings settings(Workload workload) {
    return ClusterSettings.defaults().withBlockCacheBytes(size(workload).blockCacheBytes());
  }

  private CampaignSettings size(Workload workload) {
    return new CampaignSettings(
        Math.max(1000, workload.tableRows()),
        regions(),
        cacheFraction,
        DEFAULTS.aloneRamp(),
        DEFAULTS.mixRamp(),
        DEFAULTS.window(),
        DEFAULTS.alpha());
  }

  /** Argus, with the credits of an earlier part of the campaign if there was one. */
  Plugin plugin(Optional<Conditions> before) throws IOException {
    Map<String, String> site = new TreeMap<>();
    before.ifPresent(
        conditions ->
            site.put(
                "argus.credits",
                Long.toString((long) (REFILL_SECONDS * conditions.hdfsCapacityBytesPerSecond()))));
    site.putAll(conf);
    return Plugins.named("argus").with(List.of(), site);
  }
}
