package io.argus.master.model;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The reservations of a plan by server and tenant, for many look-ups.
 *
 * <p>Not changed once built; safe for use by any thread.
 */
final class PresentShares {
  private final Map<TenantId, Reservation> clusterWide;
  private final Map<String, Map<TenantId, Reservation>> servers = new HashMap<>();

  PresentShares(Optional<Plan> plan) {
    clusterWide = new HashMap<>();
    plan.ifPresent(
        present -> {
          add(clusterWide, present.reservations());
          present
              .servers()
              .forEach(
                  (server, own) -> {
                    Map<TenantId, Reservation> there = new HashMap<>();
                    add(there, own.reservations());
                    servers.put(server, there);
                  });
        });
  }

  private static void add(Map<TenantId, Reservation> to, Collection<Reservation> reservations) {
    reservations.forEach(reservation -> to.put(reservation.tenant(), reservation));
  }

  /** A tenant's reservation on a server; one without shares if it has none there. */
  Reservation on(String server, TenantId tenant) {
    Reservation found = servers.getOrDefault(server, clusterWide).get(tenant);
    return found == null ? Reservation.of(tenant, 0, 0) : found;
  }

  /** A tenant's cluster-wide reservation; one without shares if it has none. */
  Reservation of(TenantId tenant) {
    Reservation found = clusterWide.get(tenant);
    return found == null ? Reservation.of(tenant, 0, 0) : found;
  }
}
