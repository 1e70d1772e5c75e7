package io.argus.bench.fault;

import io.argus.bench.run.SystemUnderTest;
import io.argus.cluster.ClusterSettings;
import io.argus.cluster.EmbeddedCluster;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The cluster that has the faults, and what does them.
 *
 * @param documents of Argus; only for {@link #hasArgus}
 * @param versions that servers can be restarted with
 * @param seen receives what else a fault saw and the report is to say, in a line each
 */
public record FaultSite(
    EmbeddedCluster cluster,
    ClusterSettings settings,
    SystemUnderTest system,
    ActionProcess actions,
    FaultDocuments documents,
    OtherVersions versions,
    Consumer<String> seen) {
  private static final Duration WHOLE = Duration.ofMinutes(2);

  public boolean hasArgus() {
    return system.plugin().name().equals("argus");
  }

  /** Whether regions can be merged under load, and the like: HBase 2. */
  public boolean isHBase2() {
    return cluster.runtime().name().startsWith("2.");
  }

  /** The name of the last region server, which most faults hit. */
  public String lastRegionServer() {
    return EmbeddedCluster.regionServer(settings.regionServers() - 1);
  }

  /** Restarts the last region server as an operator does, and waits until it is back. */
  public void restartLastRegionServer() throws IOException {
    cluster.restartRegionServer(settings.regionServers() - 1, settings, system.plugin());
  }

  /** Waits until everything answers. */
  public void awaitWhole() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + WHOLE.toNanos();
    while (!cluster.complete(settings)) {
      if (System.nanoTime() > deadline) {
        throw new IOException("the cluster is not whole after " + WHOLE.toMinutes() + " min");
      }
      Thread.sleep(200);
    }
  }

  /** Starts servers again that do not run. */
  public void startAgain(String... processes) throws IOException {
    for (String process : processes) {
      if (!cluster.runs(process)) {
        cluster.startAgain(process);
      }
    }
  }
}
