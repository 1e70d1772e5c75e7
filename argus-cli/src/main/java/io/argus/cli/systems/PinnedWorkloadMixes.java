package io.argus.cli.systems;

import io.argus.bench.run.WorkloadMix;
import io.argus.cli.plan.PlanPin;
import io.argus.core.plan.Reservation;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reservations that are pinned while certain mixes run; others are left to the planner.
 *
 * <p>Used by one thread.
 */
public final class PinnedWorkloadMixes extends PlanPreparation {
  private final Map<String, List<Reservation>> byMix;
  private final boolean borrowing;

  /**
   * @param byMix the reservations for the mix of that label
   * @param borrowing whether what a tenant leaves unused goes to others
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
    // The mixes' labels name the shares.
    return "pinned, lending " + borrowing;
  }
}
