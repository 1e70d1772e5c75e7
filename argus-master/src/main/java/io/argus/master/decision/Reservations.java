package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A plan's shares carried over to a set of tenants that has changed since: newcomers get one unit
 * of each resource, and what those leave is divided in proportion to the plan's shares.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Reservations {
  private Reservations() {}

  /**
   * @param pieces units a resource is divided into
   */
  static List<Reservation> carriedOver(Plan plan, Set<TenantId> tenants, int pieces) {
    Set<TenantId> newcomers = new TreeSet<>(tenants);
    List<Reservation> staying = new ArrayList<>();
    for (Reservation reservation : plan.reservations()) {
      if (newcomers.remove(reservation.tenant())) {
        staying.add(reservation);
      }
    }
    double unit = 1.0 / Math.max(pieces, 4 * tenants.size());
    double left = staying.isEmpty() ? 0 : 1 - unit * newcomers.size();
    double entry = staying.isEmpty() ? 1.0 / Math.max(1, newcomers.size()) : unit;
    List<Reservation> carried = new ArrayList<>();
    double cacheSum = sum(staying, true);
    double hdfsSum = sum(staying, false);
    for (Reservation r : staying) {
      carried.add(
          Reservation.of(
              r.tenant(),
              r.weight(),
              scaled(r.cacheShare(), cacheSum, left, staying.size()),
              scaled(r.hdfsShare(), hdfsSum, left, staying.size())));
    }
    for (TenantId newcomer : newcomers) {
      carried.add(Reservation.of(newcomer, entry, entry));
    }
    return carried;
  }

  private static double scaled(double share, double sum, double left, int sharers) {
    return sum > 0 ? Math.min(1, share / sum * left) : left / sharers;
  }

  private static double sum(Collection<Reservation> reservations, boolean cache) {
    double sum = 0;
    for (Reservation reservation : reservations) {
      sum += cache ? reservation.cacheShare() : reservation.hdfsShare();
    }
    return sum;
  }
}
