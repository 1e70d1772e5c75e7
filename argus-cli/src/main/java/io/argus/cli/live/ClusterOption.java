package io.argus.cli.live;

import io.argus.cli.install.ArgusHome;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The option by which a command is told which cluster to speak to.
 *
 * <p>Used by one thread.
 */
public final class ClusterOption {
  @Option(
      names = "--site",
      paramLabel = "FILE",
      description =
          "The cluster's hbase-site.xml, or its directory. Without it: the embedded cluster, else"
              + " $HBASE_CONF_DIR, else $HBASE_HOME/conf.")
  private @Nullable Path site;

  public LiveCluster connect() throws IOException, InterruptedException {
    return LiveCluster.connect(location());
  }

  public SiteLocation location() throws IOException {
    return SiteLocation.find(site, ArgusHome.path());
  }

  /** Returns what a node holds, or says that Argus is not at work. */
  public static byte[] require(LiveCluster cluster, String name)
      throws IOException, InterruptedException {
    return cluster
        .read(name)
        .orElseThrow(
            () ->
                new IOException(
                    "the cluster has no Argus "
                        + name
                        + ": is the plugin installed on the master, and the master up?"));
  }
}
