package io.argus.cli.cluster;

import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.cluster.StateDirectory;
import io.argus.bench.disk.Disk;
import io.argus.bench.disk.DiskSettings;
import io.argus.bench.runtime.HBaseRuntime;
import io.argus.cli.release.ArgusHome;
import io.argus.cli.release.Release;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * The options of experiments that say on which cluster they run, one made for them on this machine.
 *
 * <p>Used by one thread.
 */
public final class EmbeddedOptions {
  @Option(names = "--hbase", paramLabel = Release.NAMES, description = Release.OPTION)
  private String hbase = "2.6";

  @Option(names = "--hadoop", paramLabel = "2|3", description = "Hadoop generation of HBase 2.6.")
  private int hadoop = 2;

  @Option(names = "--disk", paramLabel = "KIND", description = "kernel, emulated, none or auto.")
  private String disk = "auto";

  @Option(names = "--disk-reads", paramLabel = "N", description = "Reads per second of the disk.")
  private int diskReads = 600;

  public Release release() throws IOException {
    return Release.named(hbase);
  }

  public int diskReads() {
    return diskReads;
  }

  /** A cluster that is not started, with a disk for that much data. */
  public EmbeddedCluster cluster(long dataBytes) throws IOException {
    Path repository = ArgusHome.path();
    StateDirectory state = StateDirectory.standard(repository);
    HBaseRuntime runtime = release().runtime(repository, hadoop);
    return new EmbeddedCluster(
        state,
        runtime,
        Disk.choose(
            disk,
            state.root(),
            runtime.binding().slowDisk(),
            DiskSettings.forData(dataBytes).withReadsPerSecond(diskReads)));
  }
}
