package io.argus.experiments.cluster;

import io.argus.cli.install.ArgusHome;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.ClusterStatus;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import io.argus.cluster.disk.DiskSettings;
import io.argus.cluster.disk.Disks;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

@Command(
    name = "start",
    description = "Starts an empty cluster and leaves it running.",
    showDefaultValues = true)
final class ClusterStartCommand implements Callable<Integer> {

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description =
          "How many region servers. Each has a DataNode of its own, to which its files are written.")
  private int regionServers = 1;

  @Option(
      names = "--hbase",
      paramLabel = EmbeddedRelease.NAMES,
      description = EmbeddedRelease.OPTION)
  private String hbase = "2.6";

  @Option(names = "--hadoop", paramLabel = "2|3", description = "Hadoop generation of HBase 2.6.")
  private int hadoop = 2;

  @Option(
      names = "--plugin",
      paramLabel = "none|argus",
      description = "The plugin that HBase loads.")
  private String plugin = "none";

  @Option(
      names = "--disk",
      paramLabel = "KIND",
      description =
          "Kind of the disk of each DataNode: kernel, emulated or auto for a slow one, or none.")
  private String disk = "none";

  @Option(
      names = "--disk-reads",
      paramLabel = "N",
      description = "Reads per second of each slow disk.")
  private int diskReads = 600;

  @Option(
      names = "--disk-mb",
      paramLabel = "MB",
      description = "Data that fits on each kernel disk.")
  private long diskMegabytes = 1024;

  @Option(
      names = "--cache-mb",
      paramLabel = "MB",
      description = "Block cache of each region server.")
  private int cacheMegabytes = 200;

  @Option(
      names = "--block-cache",
      paramLabel = EmbeddedOptions.BLOCK_CACHES,
      description = EmbeddedOptions.BLOCK_CACHE)
  private String blockCache = "heap";

  @Option(
      names = "--jar",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "JAR",
      description = "A further jar for the class path of master and region servers. Repeatable.")
  private List<Path> jars = List.of();

  @Option(
      names = "--conf",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "KEY=VALUE",
      description = "A further hbase-site property. Repeatable.")
  private Map<String, String> conf = new TreeMap<>();

  @Override
  public Integer call() throws IOException {
    EmbeddedRelease release = EmbeddedRelease.named(hbase);
    StateDirectory state = new StateDirectory(ArgusHome.stateDirectory());
    HBaseRuntime runtime = release.runtime(hadoop);
    EmbeddedCluster cluster =
        new EmbeddedCluster(
            state,
            runtime,
            Disks.choose(
                disk,
                regionServers,
                state.root(),
                runtime.binding().slowDisk(),
                DiskSettings.forData(diskMegabytes << 20, regionServers)
                    .unattended()
                    .withReadsPerSecond(diskReads)));
    ClusterSettings settings =
        ClusterSettings.defaults()
            .withRegionServers(regionServers)
            .withBlockCache(release.blockCache(blockCache), (long) cacheMegabytes << 20);
    List<Path> absolute = jars.stream().map(Path::toAbsolutePath).toList();
    Plugin chosen = release.plugin(plugin).with(absolute, conf);
    try (StopOnExit guard = new StopOnExit(cluster)) {
      cluster.start(settings, chosen);
      cluster.disks().throttle(true);
      guard.keep();
    }
    ClusterStatus.of(state).lines().forEach(System.out::println);
    return 0;
  }
}
