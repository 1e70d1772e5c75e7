package io.argus.cli.plan;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.UnconfirmedException;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Pins reservations in a running cluster. Stateless. */
public final class PlanPin {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final long POLL_MILLIS = 100;

  /** What the log of changes calls it. */
  static final String LOGGED = "plan";

  private PlanPin() {}

  /**
   * Pins reservations, and returns the plan that the master has made of them.
   *
   * @param borrowing whether tenants may borrow what others leave unused
   * @throws UnconfirmedException if no master makes the plan within 15 s
   */
  public static Plan set(LiveCluster live, List<Reservation> reservations, boolean borrowing)
      throws IOException, InterruptedException {
    return set(live, of(reservations, borrowing, ""));
  }

  /**
   * Pins a plan, which may have shares of single servers, and returns what the master has made of
   * it.
   *
   * @throws UnconfirmedException if no master makes the plan within 15 s
   */
  public static Plan set(LiveCluster live, Plan pin) throws IOException, InterruptedException {
    long versionBefore = planAt(live, ClusterDocuments.PLAN).map(Plan::version).orElse(0L);
    boolean again =
        planAt(live, ClusterDocuments.PIN).filter(before -> isSame(before, pin)).isPresent();
    live.pin(pin);
    return await(
        live,
        plan ->
            plan.mode() == Plan.Mode.PINNED
                && (again || plan.version() > versionBefore || isSame(plan, pin)));
  }

  /** Gives the reservations back to the planner and returns its plan; empty if none are pinned. */
  public static Optional<Plan> remove(LiveCluster live) throws IOException, InterruptedException {
    if (!live.delete(ClusterDocuments.PIN)) {
      return Optional.empty();
    }
    return Optional.of(await(live, plan -> plan.mode() != Plan.Mode.PINNED));
  }

  /** A pinned plan, as a master takes it from a pin. */
  public static Plan of(List<Reservation> reservations, boolean borrowing, String reason) {
    return Plan.of(
        0,
        Plan.Mode.PINNED,
        System.currentTimeMillis(),
        borrowing,
        reservations,
        PlanExplanation.because(reason));
  }

  /** The plan in force in a few words, for the log of changes. */
  static String inForce(LiveCluster live) throws IOException, InterruptedException {
    return planAt(live, ClusterDocuments.PLAN)
        .map(plan -> "v" + plan.version() + " " + plan.mode().name().toLowerCase(Locale.ROOT))
        .orElse("none");
  }

  /** The first plan that fits. Whatever cannot be read, the pin is noted. */
  private static Plan await(LiveCluster live, Predicate<Plan> fits)
      throws InterruptedException, UnconfirmedException {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    String why = "no master has acted on it yet: is one with Argus up? See 'argus status'";
    while (System.nanoTime() < deadline) {
      try {
        Optional<Plan> plan = live.plan().filter(fits);
        if (plan.isPresent()) {
          return plan.get();
        }
      } catch (IOException | IllegalArgumentException e) {
        why = "the plan cannot be read: " + e.getMessage();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new UnconfirmedException("noted, but " + why);
  }

  /** The plan in a node; empty if there is no such node, or no sound plan in it. */
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
        && plan.untilMillis() == pin.untilMillis()
        && plan.servers().keySet().equals(pin.servers().keySet())
        && Reservation.areNear(plan.reservations(), pin.reservations(), Plan.TOLERANCE)
        && pin.servers().keySet().stream()
            .allMatch(
                server ->
                    Reservation.areNear(
                        plan.reservationsOn(server), pin.reservationsOn(server), Plan.TOLERANCE));
  }
}
