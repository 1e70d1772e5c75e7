package io.argus.experiments.systems;

import io.argus.bench.run.WorkloadMix;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A preparation that follows the cluster while a workload mix runs and pins other reservations
 * every few seconds.
 *
 * <p>Used by one thread. A thread of its own follows the cluster.
 */
abstract class AdaptivePlan extends PlanPreparation {
  private static final Duration PERIOD = Duration.ofSeconds(4);

  private final String name;
  private @Nullable RepeatedTask following;

  /**
   * @param name of the system
   */
  AdaptivePlan(String name) {
    this.name = name;
  }

  /**
   * Begins to follow a workload mix.
   *
   * @return looks at the cluster once, and pins what the system decides
   */
  abstract Work begin(WorkloadMix mix);

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) {
    Work round = begin(mix);
    following = new RepeatedTask(name, PERIOD, () -> connected(round));
  }

  @Override
  public void undo(WorkloadMix mix) throws IOException {
    RepeatedTask running = following;
    if (running != null) {
      running.stop();
      following = null;
    }
    super.undo(mix);
  }
}
