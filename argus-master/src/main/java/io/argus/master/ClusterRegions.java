package io.argus.master;

import io.argus.master.regions.RegionCount;
import io.argus.master.regions.ServerGroups;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;

/**
 * Port to the regions of the cluster.
 *
 * <p>Implementations are safe for use by any thread.
 */
public interface ClusterRegions {
  /** Every region that a region server has told the master about, with what it served so far. */
  Collection<RegionCount> regions() throws IOException;

  /** Host, port and start code of each region server that is online, with or without Argus. */
  Set<String> servers() throws IOException;

  /** The groups of region servers; none on a platform without them. */
  default ServerGroups groups() throws IOException {
    return ServerGroups.NONE;
  }
}
