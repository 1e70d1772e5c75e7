package io.argus.cli.systems;

import io.argus.cli.plan.PlanPin;
import io.argus.bench.run.MixPreparation;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.SiteLocation;
import io.argus.cli.install.ArgusHome;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * Preparations that speak to the embedded cluster's planner.
 *
 * <p>Used by one thread.
 */
public abstract class PlanPreparation implements MixPreparation {

  /** What is done over a connection. */
  @FunctionalInterface
  protected interface Work {
    void on(LiveCluster live) throws IOException, InterruptedException;
  }

  protected static void connected(Work work) throws IOException {
    try (LiveCluster live = LiveCluster.connect(SiteLocation.find(null, ArgusHome.path()))) {
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
