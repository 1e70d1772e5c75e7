package io.argus.cli.live;

import io.argus.cli.install.ArgusHome;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that names the cluster that a command works on. Used by one thread. */
public class ClusterOption {
  @Option(
      names = "--site",
      paramLabel = "FILE",
      description =
          "The cluster's hbase-site.xml, or its directory. Default: the embedded cluster, else"
              + " $HBASE_CONF_DIR, else $HBASE_HOME/conf.")
  private @Nullable Path site;

  public LiveCluster connect() throws IOException, InterruptedException {
    return LiveCluster.connect(location());
  }

  public SiteLocation location() throws IOException {
    return SiteLocation.find(site, ArgusHome.path());
  }

  /** What one node holds, by a connection of its own; see {@link LiveCluster#require}. */
  public byte[] read(String name) throws IOException, InterruptedException {
    try (LiveCluster live = connect()) {
      return live.require(name);
    }
  }
}
