package io.argus.cli.live;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options that name the cluster that a command works on. Used by one thread. */
public class ClusterOption {
  /** At most one of them. */
  static final class Place {
    @Option(
        names = "--site",
        paramLabel = "FILE",
        description =
            "The cluster's hbase-site.xml, or its directory. Default: $ARGUS_CONF, else"
                + " $HBASE_CONF_DIR, else $HBASE_HOME/conf, else /etc/hbase/conf.")
    private @Nullable Path site;

    @Option(
        names = "--embedded",
        description = "The cluster that 'argus-bench demo --keep' or 'cluster start' left running.")
    private boolean embedded;
  }

  @ArgGroup(heading = "Cluster:%n")
  private Place place = new Place();

  /** The embedded cluster, for an experiment that has started one. */
  public static ClusterOption ofEmbedded() {
    ClusterOption option = new ClusterOption();
    option.place.embedded = true;
    return option;
  }

  public LiveCluster connect() throws IOException, InterruptedException {
    return LiveCluster.connect(location());
  }

  public SiteLocation location() throws IOException {
    Path site = place.site;
    if (site != null) {
      return SiteLocation.of(site);
    }
    return place.embedded ? SiteLocation.embedded() : SiteLocation.configured();
  }

  /** What one node holds, by a connection of its own; see {@link LiveCluster#require}. */
  public byte[] read(String name) throws IOException, InterruptedException {
    try (LiveCluster live = connect()) {
      return live.require(name);
    }
  }
}
