package io.argus.cli.systems;

import io.argus.bench.basics.Daemon;
import io.argus.bench.run.WorkloadMix;
import io.argus.cli.live.LiveCluster;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A preparation that follows the cluster while a workload mix runs and pins other reservations
 * every {@value #PERIOD_SECONDS} s.
 *
 * <p>Used by one thread. A thread of its own follows the cluster.
 */
abstract class AdaptivePlan extends PlanPreparation {
  static final long PERIOD_SECONDS = 4;

  private final String name;
  private @Nullable Thread follower;

  /**
   * @param name of the system
   */
  AdaptivePlan(String name) {
    this.name = name;
  }

  /** Looks at the cluster while a workload mix runs, and pins what the system decides. */
  @FunctionalInterface
  interface Round {
    void on(LiveCluster live) throws IOException, InterruptedException;
  }

  /** The rounds of one workload mix. */
  abstract Round begin(WorkloadMix mix);

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) {
    Round round = begin(mix);
    follower = Daemon.start(name, () -> follow(round));
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    Thread thread = follower;
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      follower = null;
    }
    super.undo(mix);
  }

  private void follow(Round round) {
    try {
      while (true) {
        try {
          connected(round::on);
        } catch (InterruptedIOException e) {
          return; // the workload mix has ended
        } catch (IOException | RuntimeException e) {
          System.err.println(name + ": " + e.getMessage());
        }
        TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
      }
    } catch (InterruptedException e) {
      // The workload mix has ended.
    }
  }
}
