package io.argus.cli.profile;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.argus.cli.live.DeniedException;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.plan.PlanPin;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.profiler.campaign.ClusterLostException;
import io.argus.profiler.fit.GridPoint;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Pins the reservations of a campaign in a running cluster, point by point, and gives them back to
 * the planner at the end.
 *
 * <p>Used by one thread, except {@link #release}, which any thread may call. After it nothing can
 * be pinned.
 */
final class PinnedReservations {
  private static final long POLL_MILLIS = 100;
  private static final long IN_FORCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final LiveCluster live;
  private final ReportWatch reports;
  private final TenantId tenant;
  private final List<TenantId> others;

  @GuardedBy("this")
  private boolean pinned;

  @GuardedBy("this")
  private boolean released;

  PinnedReservations(
      LiveCluster live, ReportWatch reports, TenantId tenant, List<TenantId> others) {
    this.live = live;
    this.reports = reports;
    this.tenant = tenant;
    this.others = ImmutableList.copyOf(others);
  }

  /** Pins a point and returns its plan, once every region server applies it. */
  Plan pin(GridPoint point, boolean borrowing) throws IOException {
    Plan pin = plan(point, borrowing);
    try {
      write(pin);
      return awaitInForce(pin);
    } catch (InterruptedException e) {
      throw LoadStream.interrupted(e);
    } catch (DeniedException | ClusterLostException e) {
      throw e;
    } catch (IOException e) {
      throw new ClusterLostException("reservations cannot be pinned: " + e.getMessage());
    }
  }

  private Plan plan(GridPoint point, boolean borrowing) {
    List<Reservation> reservations = new ArrayList<>();
    reservations.add(Reservation.of(tenant, point.cacheShare(), point.hdfsShare()));
    for (TenantId other : others) {
      reservations.add(
          Reservation.of(
              other,
              (1 - point.cacheShare()) / others.size(),
              (1 - point.hdfsShare()) / others.size()));
    }
    return PlanPin.of(reservations, borrowing, "profiling " + tenant);
  }

  private synchronized void write(Plan pin) throws IOException, InterruptedException {
    if (released) {
      throw new ClusterLostException("the campaign is being ended");
    }
    pinned = true;
    live.pin(pin);
  }

  private Plan awaitInForce(Plan pin) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + IN_FORCE_NANOS;
    boolean planned = false;
    while (System.nanoTime() - deadline < 0) {
      Optional<Plan> plan =
          live.read(ClusterDocuments.PLAN)
              .map(WireFormat::readPlan)
              .filter(current -> isOf(current, pin));
      planned = plan.isPresent();
      if (planned && reports.read().areOfPlan(plan.get().version())) {
        return plan.get();
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    throw new ClusterLostException(
        "reservations did not come into force within "
            + TimeUnit.NANOSECONDS.toSeconds(IN_FORCE_NANOS)
            + " s: "
            + (planned
                ? "a region server does not apply them"
                : "is a master with Argus up? See 'argus status'"));
  }

  private boolean isOf(Plan plan, Plan pin) {
    Reservation wanted = pin.reservation(tenant).orElseThrow(IllegalStateException::new);
    return plan.mode() == Plan.Mode.PINNED
        && plan.borrowing() == pin.borrowing()
        && plan.reservation(tenant).filter(r -> r.isNear(wanted, Plan.TOLERANCE)).isPresent();
  }

  /** Gives the reservations back to the planner, if they are still pinned. */
  synchronized void release() throws IOException {
    released = true;
    if (pinned) {
      try {
        live.delete(ClusterDocuments.PIN);
        pinned = false;
      } catch (InterruptedException e) {
        throw LoadStream.interrupted(e);
      }
    }
  }

  /** Whether a pin of this campaign may still be in the cluster. */
  synchronized boolean isPinned() {
    return pinned;
  }
}
