package io.argus.master.decision;

import io.argus.core.plan.Plan;
import java.util.Optional;

/**
 * The result of one round of deciding: a plan to publish, or reservations to publish if the next
 * round agrees, or nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Decision {
  static final Decision STAY = new Decision(Optional.empty(), ClusterReservations.NONE);

  private final Optional<Plan> plan;
  private final ClusterReservations proposed;

  private Decision(Optional<Plan> plan, ClusterReservations proposed) {
    this.plan = plan;
    this.proposed = proposed;
  }

  static Decision publish(Plan plan) {
    return new Decision(Optional.of(plan), ClusterReservations.NONE);
  }

  static Decision propose(ClusterReservations reservations) {
    return new Decision(Optional.empty(), reservations);
  }

  /** The plan to publish; empty if the current one stays. */
  public Optional<Plan> plan() {
    return plan;
  }

  /** Input of the next decision; empty if nothing seemed better. */
  public ClusterReservations proposed() {
    return proposed;
  }
}
