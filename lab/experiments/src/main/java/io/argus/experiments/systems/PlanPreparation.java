package io.argus.experiments.systems;

import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.plan.PlanPin;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * A preparation that pins reservations in the embedded cluster, and unpins them afterwards.
 *
 * <p>Used by one thread.
 */
abstract class PlanPreparation implements MixPreparation {

  /** Something to do with a connection to the cluster. */
  @FunctionalInterface
  protected interface Work {
    void on(LiveCluster live) throws IOException, InterruptedException;
  }

  protected static void connected(Work work) throws IOException {
    try (LiveCluster live = LiveCluster.connect(SiteLocation.embedded())) {
      work.on(live);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while pinning a plan");
    }
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    connected(PlanPin::remove);
  }
}
