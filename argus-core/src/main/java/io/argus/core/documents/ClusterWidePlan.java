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
  /**
   * Part of a server that belongs to tenants without a share there, whose regions have only just
   * come. Others borrow it.
   */
  private static final double NEWCOMERS = 0.05;

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
    double ofCache = cache > 0 ? NEWCOMERS / cache : 0;
    double ofHdfs = hdfs > 0 ? NEWCOMERS / hdfs : 0;
    List<Reservation> reservations = new ArrayList<>();
    for (Reservation reservation : own.reservations()) {
      reservations.add(
          scaled(reservation, 1 - (cache > 0 ? NEWCOMERS : 0), 1 - (hdfs > 0 ? NEWCOMERS : 0)));
    }
    for (Reservation reservation : plan.reservations()) {
      if (!present.contains(reservation.tenant())) {
        reservations.add(scaled(reservation, ofCache, ofHdfs));
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

  private static Reservation scaled(Reservation reservation, double ofCache, double ofHdfs) {
    return Reservation.of(
        reservation.tenant(),
        reservation.weight(),
        Math.min(1, reservation.cacheShare() * ofCache),
        Math.min(1, reservation.hdfsShare() * ofHdfs));
  }
}
