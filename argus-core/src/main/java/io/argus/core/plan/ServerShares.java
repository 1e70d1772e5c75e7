package io.argus.core.plan;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The reservations that a plan makes on one region server, where they differ from the cluster-wide
 * ones. The shares of each resource sum to 1.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ServerShares {
  /**
   * Part of the server that belongs to tenants without a share there, whose regions have only just
   * come. Others borrow it. Without such a tenant it is part of the shares.
   */
  public static final double NEWCOMERS = 0.05;

  /** Newcomers with smaller shares have none: a share over their sum would be no number. */
  private static final double MIN_SUM = 1e-9;

  private final String server;
  private final long since;
  private final Map<TenantId, Reservation> reservations;
  private final CpuDivision cpu;

  private ServerShares(String server, long since, Map<TenantId, Reservation> reservations) {
    this.server = server;
    this.since = since;
    this.reservations = reservations;
    this.cpu = CpuDivision.of(reservations.values());
  }

  /**
   * @param server host, port and start code of the region server
   * @param since version of the plan that first had these shares
   * @param reservations of the tenants with regions there
   * @throws IllegalArgumentException if there is none, a tenant appears twice, or the shares of a
   *     resource do not sum to 1
   */
  public static ServerShares of(String server, long since, Collection<Reservation> reservations) {
    if (server.isEmpty() || reservations.isEmpty()) {
      throw new IllegalArgumentException(
          "shares of server '"
              + server
              + "' for "
              + reservations.size()
              + " tenants: must name a server and at least one tenant");
    }
    return new ServerShares(server, since, Plan.byTenant("plan of server " + server, reservations));
  }

  public String server() {
    return server;
  }

  /** Version of the plan that first had these shares. */
  public long since() {
    return since;
  }

  /** The reservations in the order of their tenants' names. */
  public Collection<Reservation> reservations() {
    return reservations.values();
  }

  Optional<Reservation> reservation(TenantId tenant) {
    return Optional.ofNullable(reservations.get(tenant));
  }

  double cpuShare(TenantId tenant) {
    return reservation(tenant).map(cpu::share).orElse(0.0);
  }

  /** Returns the earlier shares if they are the same, else these. */
  ServerShares unless(ServerShares earlier) {
    return reservations.equals(earlier.reservations) ? earlier : this;
  }

  /**
   * Returns the reservations of all tenants of a plan on this server: those without a share here
   * divide {@link #NEWCOMERS} in proportion to their cluster-wide shares.
   */
  List<Reservation> withNewcomers(Plan plan) {
    List<Reservation> newcomers = new ArrayList<>(plan.reservations());
    newcomers.removeIf(reservation -> reservations.containsKey(reservation.tenant()));
    newcomers.replaceAll(each -> each.withCpuShare(plan.cpuShare(each.tenant())));
    Map<Resource, Double> sums = new EnumMap<>(Resource.class);
    for (Resource resource : Resource.values()) {
      sums.put(resource, resource.sum(newcomers));
    }
    List<Reservation> all = new ArrayList<>();
    for (Reservation own : reservations.values()) {
      all.add(scaled(own, of -> sums.getOrDefault(of, 0.0) > MIN_SUM ? 1 - NEWCOMERS : 1));
    }
    for (Reservation newcomer : newcomers) {
      all.add(
          scaled(
              newcomer,
              of ->
                  sums.getOrDefault(of, 0.0) > MIN_SUM
                      ? NEWCOMERS / sums.getOrDefault(of, 0.0)
                      : 0));
    }
    return all;
  }

  private static Reservation scaled(Reservation reservation, ToDoubleFunction<Resource> factor) {
    return reservation.with(of -> Math.min(1, reservation.share(of) * factor.applyAsDouble(of)));
  }

  @Override
  public String toString() {
    return server + " since v" + since + " " + reservations.values();
  }
}
