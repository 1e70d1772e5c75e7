package io.argus.cli.plan;

import io.argus.cli.live.LiveCluster;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Pinning reservations in a running cluster. Stateless; for use by any thread. */
public final class PlanPin {
  private PlanPin() {}

  /**
   * Fixes the reservations and returns the plan that has them, once the master has made it.
   *
   * @param borrowing whether what a tenant leaves unused goes to others
   */
  public static Plan set(LiveCluster live, List<Reservation> reservations, boolean borrowing)
      throws IOException, InterruptedException {
    Plan pin =
        Plan.of(
            0,
            Plan.Mode.PINNED,
            System.currentTimeMillis(),
            borrowing,
            reservations,
            PlanExplanation.because("pinned by " + System.getProperty("user.name")));
    long versionBefore = planAt(live, "plan").map(Plan::version).orElse(0L);
    boolean again = planAt(live, "pin").filter(before -> isSame(before, pin)).isPresent();
    live.write("pin", WireFormat.write(pin));
    return PlanWait.until(
        live,
        plan ->
            plan.mode() == Plan.Mode.PINNED
                && (again || plan.version() > versionBefore || isSame(plan, pin)));
  }

  /** Gives the reservations back to the planner; empty if none were pinned. */
  static Optional<Plan> remove(LiveCluster live) throws IOException, InterruptedException {
    if (!live.delete("pin")) {
      return Optional.empty();
    }
    return Optional.of(PlanWait.until(live, plan -> plan.mode() != Plan.Mode.PINNED));
  }

  /** What a node holds; empty if there is no such node, or no sound plan in it. */
  private static Optional<Plan> planAt(LiveCluster live, String name)
      throws IOException, InterruptedException {
    try {
      return live.read(name).map(WireFormat::readPlan);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Whether two plans reserve the same, up to rounding. */
  private static boolean isSame(Plan plan, Plan pin) {
    return plan.borrowing() == pin.borrowing()
        && plan.reservations().size() == pin.reservations().size()
        && pin.reservations().stream()
            .allMatch(
                wanted ->
                    plan.reservation(wanted.tenant())
                        .filter(
                            r ->
                                Math.abs(r.cacheShare() - wanted.cacheShare()) < Plan.TOLERANCE
                                    && Math.abs(r.hdfsShare() - wanted.hdfsShare())
                                        < Plan.TOLERANCE)
                        .isPresent());
  }
}
