package io.argus.bench.incident;

import io.argus.core.plan.Plan;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What ZooKeeper says of a cluster.
 *
 * <p>Called by one thread.
 */
public interface ClusterView {
  /** The plan in force with the shares of single servers. */
  Optional<Plan> plan() throws IOException, InterruptedException;

  /** The cluster as the master of Argus sees it. */
  Optional<ClusterStatus> status() throws IOException, InterruptedException;

  /** The region servers that are registered, as host, port and start code. */
  List<String> servers() throws IOException, InterruptedException;
}
