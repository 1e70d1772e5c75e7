package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * The result of one round of deciding: a plan to publish, or reservations to publish if the next
 * round agrees, or nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Decision {
  static final Decision STAY = new Decision(Optional.empty(), Collections.emptyList());

  private final Optional<Plan> plan;
  private final List<Reservation> proposed;

  private Decision(Optional<Plan> plan, List<Reservation> proposed) {
    this.plan = plan;
    this.proposed = Collections.unmodifiableList(new ArrayList<>(proposed));
  }

  static Decision publish(Plan plan) {
    return new Decision(Optional.of(plan), Collections.emptyList());
  }

  static Decision propose(List<Reservation> reservations) {
    return new Decision(Optional.empty(), reservations);
  }

  /** The plan to publish; empty if the present one stays. */
  public Optional<Plan> plan() {
    return plan;
  }

  /** Input of the next decision; empty if nothing seemed better. */
  public List<Reservation> proposed() {
    return proposed;
  }
}
