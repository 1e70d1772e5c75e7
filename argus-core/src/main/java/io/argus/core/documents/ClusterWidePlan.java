package io.argus.core.documents;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A plan as it is stored: with cluster-wide reservations, and the version from which on the stored
 * shares of single servers belong to it.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClusterWidePlan {
  /** Newcomers with smaller shares have none: a share over their sum would be no number. */
  private static final double LEAST = 1e-9;

  private final Plan plan;
  private final long ownSharesSince;

  ClusterWidePlan(Plan plan, long ownSharesSince) {
    this.plan = plan;
    this.ownSharesSince = ownSharesSince;
  }

  /** The plan; its servers' shares are missing. */
  public Plan plan() {
    return plan;
  }

  /** Whether stored shares belong to this plan, not to an earlier one. */
  public boolean counts(@Nullable ServerShares shares) {
    return shares != null && shares.since() >= ownSharesSince;
  }

  /**
   * Returns the plan as one server applies it: with its own shares, if there are any that count, as
   * the only reservations. Tenants that have none there share a small part of it.
   */
  public Plan on(@Nullable ServerShares own) {
    if (own == null || !counts(own)) {
      return plan;
    }
    Set<TenantId> present = new HashSet<>();
    own.reservations().forEach(reservation -> present.add(reservation.tenant()));
    double cache = 0;
    double hdfs = 0;
    for (Reservation reservation : plan.reservations()) {
      if (!present.contains(reservation.tenant())) {
        cache += reservation.cacheShare();
        hdfs += reservation.hdfsShare();
      }
    }
    List<Reservation> reservations = new ArrayList<>();
    for (Reservation reservation : own.reservations()) {
      reservations.add(scaled(reservation, partOfOwn(cache), partOfOwn(hdfs)));
    }
    for (Reservation reservation : plan.reservations()) {
      if (!present.contains(reservation.tenant())) {
        reservations.add(scaled(reservation, partOfNewcomers(cache), partOfNewcomers(hdfs)));
      }
    }
    return Plan.of(
        plan.version(),
        plan.mode(),
        plan.createdMillis(),
        plan.borrowing(),
        reservations,
        plan.explanation());
  }

  private static double partOfOwn(double sharesOfNewcomers) {
    return sharesOfNewcomers > LEAST ? 1 - ServerShares.NEWCOMERS : 1;
  }

  private static double partOfNewcomers(double sharesOfNewcomers) {
    return sharesOfNewcomers > LEAST ? ServerShares.NEWCOMERS / sharesOfNewcomers : 0;
  }

  private static Reservation scaled(Reservation reservation, double ofCache, double ofHdfs) {
    return Reservation.of(
        reservation.tenant(),
        reservation.weight(),
        Math.min(1, reservation.cacheShare() * ofCache),
        Math.min(1, reservation.hdfsShare() * ofHdfs));
  }
}
