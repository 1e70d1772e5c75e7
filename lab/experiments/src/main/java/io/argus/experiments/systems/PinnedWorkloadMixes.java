package io.argus.experiments.systems;

import io.argus.bench.run.WorkloadMix;
import io.argus.cli.plan.PlanPin;
import io.argus.core.plan.Reservation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Pins reservations while certain workload mixes run. The planner decides for all others.
 *
 * <p>Used by one thread.
 */
public final class PinnedWorkloadMixes extends PlanPreparation {
  private final Map<String, List<Reservation>> byMix;
  private final boolean borrowing;

  /**
   * @param byMix reservations by the label of the workload mix
   * @param borrowing whether tenants may borrow what others leave unused
   */
  public PinnedWorkloadMixes(Map<String, List<Reservation>> byMix, boolean borrowing) {
    this.byMix = new TreeMap<>(byMix);
    this.borrowing = borrowing;
  }

  @Override
  public void prepare(WorkloadMix mix, List<Double> isolatedThroughputs) throws IOException {
    List<Reservation> reservations = byMix.get(mix.label());
    if (reservations != null) {
      connected(live -> PlanPin.set(live, reservations, borrowing));
    }
  }

  @Override
  public String describe() {
    return "pinned, borrowing " + borrowing; // the labels of the workload mixes name the shares
  }
}
