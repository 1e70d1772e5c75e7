package io.argus.experiments.cluster;

import io.argus.cli.install.ArgusHome;
import io.argus.cluster.BlockCacheKind;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import io.argus.cluster.disk.DiskSettings;
import io.argus.cluster.disk.Disks;
import io.argus.cluster.runtime.HBaseRuntime;
import io.argus.cluster.runtime.Plugin;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** The options of the embedded cluster that an experiment starts for itself. */
public final class EmbeddedOptions {
  static final String BLOCK_CACHES = "heap|offheap|file|mmap";
  static final String BLOCK_CACHE =
      "Where region servers cache data blocks: on the heap, or in a BucketCache of the same size."
          + " HBase 2 only.";

  @Option(
      names = "--hbase",
      paramLabel = EmbeddedRelease.NAMES,
      description = EmbeddedRelease.OPTION)
  private String hbase = "2.6";

  @Option(names = "--hadoop", paramLabel = "2|3", description = "Hadoop generation of HBase 2.6.")
  private int hadoop = 2;

  @Option(
      names = "--disk",
      paramLabel = "KIND",
      description = "Kind of the slow disk: kernel, emulated, none or auto.")
  private String disk;

  @Option(names = "--disk-reads", paramLabel = "N", description = "Reads per second of the disk.")
  private int diskReads = 600;

  @Option(names = "--block-cache", paramLabel = BLOCK_CACHES, description = BLOCK_CACHE)
  private String blockCache = "heap";

  @Option(
      names = "--pin",
      negatable = true,
      description =
          "Runs region servers on the first core of this machine and everything else on the"
              + " others, so that this core is what tenants share.")
  private boolean pin;

  @Option(
      names = "--conf",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "KEY=VALUE",
      description = "A further hbase-site property, for every system but stock. Repeatable.")
  private Map<String, String> conf = new TreeMap<>();

  /** The options of an experiment that is about the disk. */
  public EmbeddedOptions() {
    this("auto");
  }

  /**
   * @param disk kind of the slow disk by default
   */
  public EmbeddedOptions(String disk) {
    this.disk = disk;
  }

  /** The options of an experiment that is about cores. */
  public static EmbeddedOptions ofCpu() {
    EmbeddedOptions options = new EmbeddedOptions();
    options.pin = true;
    return options;
  }

  public EmbeddedRelease release() throws IOException {
    return EmbeddedRelease.named(hbase);
  }

  /** The servers of another release line, on the same generation of Hadoop where it has it. */
  public HBaseRuntime runtime(String line) throws IOException {
    return EmbeddedRelease.named(line).runtime(release().hadoop(hadoop));
  }

  public BlockCacheKind blockCache() throws IOException {
    return release().blockCache(blockCache);
  }

  public int diskReads() {
    return diskReads;
  }

  /** Whether region servers have a core of their own. */
  public boolean pinned() {
    return pin;
  }

  public Map<String, String> conf() {
    return conf;
  }

  /** Argus with the properties of {@code --conf}, and with these, which win. */
  public Plugin argus(Map<String, String> site) throws IOException {
    return release().argus().with(List.of(), conf).with(List.of(), site);
  }

  /** Another commit of this checkout; says on standard error what it does. */
  public static CommitBuild commit(String name) throws IOException {
    return CommitBuild.of(ArgusHome.path(), name, System.err::println);
  }

  /** Argus of another commit with the properties of {@code --conf}. */
  public Plugin argus(CommitBuild commit) throws IOException {
    return release().argus(commit).with(List.of(), conf);
  }

  /** A cluster of one region server that is not started, with a disk for that much data. */
  public EmbeddedCluster cluster(long dataBytes) throws IOException {
    return cluster(dataBytes, 1);
  }

  /**
   * A cluster that is not started, with a disk for each region server.
   *
   * @param dataBytes of all tables
   */
  public EmbeddedCluster cluster(long dataBytes, int regionServers) throws IOException {
    return cluster(
        release().runtime(hadoop),
        disk,
        regionServers,
        DiskSettings.forData(dataBytes, regionServers));
  }

  /**
   * As {@link #cluster(long)}, on a disk with a limit on writes, too.
   *
   * @param writeBytesPerSecond the limit; only a disk of kind {@code kernel} has it
   */
  public EmbeddedCluster clusterWithSlowWrites(long dataBytes, long writeBytesPerSecond)
      throws IOException {
    return cluster(
        release().runtime(hadoop),
        disk,
        1,
        DiskSettings.forData(dataBytes).withWriteBytesPerSecond(writeBytesPerSecond));
  }

  /** As {@link #cluster(long)}, on the machine's own disk, whatever the options say. */
  public EmbeddedCluster clusterOnFastDisk(long dataBytes) throws IOException {
    return cluster(release().runtime(hadoop), "none", 1, DiskSettings.forData(dataBytes));
  }

  /**
   * As {@link #cluster(long)}, with Phoenix on the class path of servers and clients. The disk has
   * room for the 32 regions of its log, which are created at once.
   *
   * @throws IOException if there is no Phoenix for the release line
   */
  public EmbeddedCluster clusterWithPhoenix(long dataBytes) throws IOException {
    return cluster(release().phoenix(hadoop), disk, 1, DiskSettings.forData(dataBytes).withRoom());
  }

  private EmbeddedCluster cluster(
      HBaseRuntime runtime, String kind, int regionServers, DiskSettings settings)
      throws IOException {
    StateDirectory state = new StateDirectory(ArgusHome.stateDirectory());
    EmbeddedCluster cluster =
        new EmbeddedCluster(
            state,
            runtime,
            Disks.choose(
                kind,
                regionServers,
                state.root(),
                runtime.binding().slowDisk(),
                settings.withReadsPerSecond(diskReads)));
    if (pin) {
      cluster.pinRegionServers();
    }
    return cluster;
  }
}
