package io.argus.bench.fault;

import io.argus.bench.cluster.ClusterSettings;
import io.argus.bench.cluster.EmbeddedCluster;
import io.argus.bench.run.SystemUnderTest;
import java.io.IOException;

/**
 * The cluster that has the faults, and what does them.
 *
 * @param documents of Argus; only for {@link #hasArgus}
 */
record FaultSite(
    EmbeddedCluster cluster,
    ClusterSettings settings,
    SystemUnderTest system,
    ActionProcess actions,
    FaultDocuments documents) {

  boolean hasArgus() {
    return system.plugin().name().equals("argus");
  }

  /** Whether regions can be merged under load, and the like: HBase 2. */
  boolean isHBase2() {
    return cluster.runtime().name().startsWith("2.");
  }

  /** The name of the last region server, which most faults hit. */
  String lastRegionServer() {
    return EmbeddedCluster.regionServer(settings.regionServers() - 1);
  }

  /** Starts servers again that do not run. */
  void startAgain(String... processes) throws IOException {
    for (String process : processes) {
      if (!cluster.runs(process)) {
        cluster.startAgain(process);
      }
    }
  }
}
