package io.argus.cli;

import io.argus.bench.experiment.Mix;
import io.argus.bench.experiment.MixPreparation;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * Preparations that speak to the embedded cluster's planner.
 *
 * <p>Used by one thread.
 */
abstract class ClusterPlans implements MixPreparation {

  /** What is done over a connection. */
  @FunctionalInterface
  interface Work {
    void on(LiveCluster live) throws IOException, InterruptedException;
  }

  static void connected(Work work) throws IOException {
    try (LiveCluster live = LiveCluster.connect(SiteLocation.find(null, ArgusHome.path()))) {
      work.on(live);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while pinning a plan");
    }
  }

  @Override
  public void undo(Mix mix) throws IOException {
    connected(PlanPin::remove);
  }
}
