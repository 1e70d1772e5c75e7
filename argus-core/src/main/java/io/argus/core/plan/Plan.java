package io.argus.core.plan;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * A version of all reservations: cluster-wide ones, and those of single region servers, which win
 * there. For each resource the shares of the tenants sum to 1. A region server applies a plan as a
 * whole.
 *
 * <p>A server without shares of its own is new, silent, or needs none. It applies the cluster-wide
 * ones. A plan may also leave the shares of servers out, and only say which ones belong to it: each
 * server reads its own.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Plan {
  /** Who decided the reservations. */
  public enum Mode {
    /** The planner. */
    AUTO,
    /** An operator, until somebody switches back to AUTO, or {@link #untilMillis}. */
    PINNED,
    /** Nobody: every tenant has the same share. */
    EQUAL
  }

  /** Greatest version: JSON numbers are exact up to it. */
  public static final long MAX_VERSION = 1L << 53;

  /**
   * Greatest version that a planner goes on from. No planner ever gets there: a greater one is not
   * from a planner, and must not use up the versions that are left.
   */
  public static final long MAX_COUNTED_VERSION = MAX_VERSION / 2;

  /** By how much the sum of the shares of one resource may differ from 1. */
  public static final double TOLERANCE = 1e-6;

  private final long version;
  private final Mode mode;
  private final long createdMillis;
  private final boolean borrowing;
  private final Map<TenantId, Reservation> reservations;
  private final CpuDivision cpu;
  private final Map<String, ServerShares> servers;
  private final long ownSharesSince;
  private final long untilMillis;
  private final PlanExplanation explanation;

  private Plan(
      long version,
      Mode mode,
      long createdMillis,
      boolean borrowing,
      Collection<Reservation> reservations,
      Collection<ServerShares> servers,
      long ownSharesSince,
      long untilMillis,
      PlanExplanation explanation) {
    if (version < 0 || version > MAX_VERSION) {
      throw new IllegalArgumentException(
          "plan version is " + version + ": must be within 0.." + MAX_VERSION);
    }
    SortedMap<String, ServerShares> byServer = new TreeMap<>();
    for (ServerShares shares : servers) {
      if (byServer.put(shares.server(), shares) != null) {
        throw new IllegalArgumentException("plan names server " + shares.server() + " twice");
      }
    }
    this.version = version;
    this.mode = mode;
    this.createdMillis = createdMillis;
    this.borrowing = borrowing;
    this.reservations = byTenant("plan", reservations);
    this.cpu = CpuDivision.of(reservations);
    this.servers = Collections.unmodifiableMap(new LinkedHashMap<>(byServer));
    this.ownSharesSince = ownSharesSince;
    this.untilMillis = untilMillis;
    this.explanation = explanation;
  }

  /** Returns a plan in which every server has the cluster-wide reservations. */
  public static Plan of(
      long version,
      Mode mode,
      long createdMillis,
      boolean borrowing,
      Collection<Reservation> reservations,
      PlanExplanation explanation) {
    return of(
        version,
        mode,
        createdMillis,
        borrowing,
        reservations,
        Collections.emptyList(),
        explanation);
  }

  /**
   * @param version grows by one with each plan of the cluster; 0 for a plan that a region server
   *     made for itself
   * @param createdMillis milliseconds since the epoch
   * @param borrowing whether tenants may use the unused share of others
   * @param reservations cluster-wide
   * @param servers shares of single servers, at most one per server
   * @throws IllegalArgumentException if a tenant or a server appears twice or the shares of a
   *     resource do not sum to 1
   */
  public static Plan of(
      long version,
      Mode mode,
      long createdMillis,
      boolean borrowing,
      Collection<Reservation> reservations,
      Collection<ServerShares> servers,
      PlanExplanation explanation) {
    long since = servers.stream().mapToLong(ServerShares::since).min().orElse(MAX_VERSION + 1);
    return new Plan(
        version, mode, createdMillis, borrowing, reservations, servers, since, 0, explanation);
  }

  /** Returns the plan that gives every tenant the same share of everything. */
  public static Plan equal(long version, long createdMillis, Collection<TenantId> tenants) {
    return byWeight(version, createdMillis, tenants, tenant -> 1);
  }

  /** Returns the plan that gives every tenant shares of everything in proportion to its weight. */
  public static Plan byWeight(
      long version,
      long createdMillis,
      Collection<TenantId> tenants,
      ToDoubleFunction<TenantId> weight) {
    SortedSet<TenantId> distinct = new TreeSet<>(tenants);
    double weights = distinct.stream().mapToDouble(weight).sum();
    List<Reservation> reservations = new ArrayList<>();
    for (TenantId tenant : distinct) {
      double own = weight.applyAsDouble(tenant);
      reservations.add(Reservation.of(tenant, own, resource -> own / weights));
    }
    return of(
        version,
        Mode.EQUAL,
        createdMillis,
        true,
        reservations,
        PlanExplanation.because("shares by weight for " + distinct.size() + " tenants"));
  }

  /**
   * Returns reservations in the order of their tenants' names.
   *
   * @param what the reservations are, for messages
   */
  static Map<TenantId, Reservation> byTenant(String what, Collection<Reservation> reservations) {
    SortedMap<TenantId, Reservation> byTenant = new TreeMap<>();
    for (Reservation reservation : reservations) {
      if (byTenant.put(reservation.tenant(), reservation) != null) {
        throw new IllegalArgumentException(
            what + " names tenant " + reservation.tenant() + " twice: one reservation per tenant");
      }
    }
    for (Resource resource : Resource.values()) {
      double sum = resource.sum(reservations);
      boolean sound = Math.abs(sum - 1) <= TOLERANCE || resource.isLeftOut(sum);
      if (!reservations.isEmpty() && !sound) {
        throw new IllegalArgumentException(
            resource + " shares of the " + what + " sum to " + sum + ": must sum to 1");
      }
    }
    return Collections.unmodifiableMap(new LinkedHashMap<>(byTenant));
  }

  public long version() {
    return version;
  }

  public Mode mode() {
    return mode;
  }

  public long createdMillis() {
    return createdMillis;
  }

  public boolean borrowing() {
    return borrowing;
  }

  /** The cluster-wide reservations in the order of their tenants' names. */
  public Collection<Reservation> reservations() {
    return reservations.values();
  }

  /** A tenant's cluster-wide reservation. */
  public Optional<Reservation> reservation(TenantId tenant) {
    return Optional.ofNullable(reservations.get(tenant));
  }

  /** A tenant's weight; 1 if the plan does not name it. */
  public double weight(TenantId tenant) {
    return reservation(tenant).map(Reservation::weight).orElse(1.0);
  }

  /**
   * The part of a server's CPU time that a tenant is guaranteed, 0..1: by weight where the
   * reservations leave it out; 0 for a tenant without a reservation there.
   */
  public double cpuShare(TenantId tenant, String server) {
    ServerShares own = servers.get(server);
    return own == null ? cpuShare(tenant) : own.cpuShare(tenant);
  }

  /** The same where the cluster-wide reservations count. */
  public double cpuShare(TenantId tenant) {
    return reservation(tenant).map(cpu::share).orElse(0.0);
  }

  /** The servers with shares of their own, in the order of their names. */
  public Map<String, ServerShares> servers() {
    return servers;
  }

  /** The reservations that count on a server: its own, or else the cluster-wide ones. */
  public Collection<Reservation> reservationsOn(String server) {
    ServerShares own = servers.get(server);
    return own == null ? reservations() : own.reservations();
  }

  /**
   * A tenant's reservation on a server; empty if the server has shares of its own without that
   * tenant.
   */
  public Optional<Reservation> reservation(TenantId tenant, String server) {
    ServerShares own = servers.get(server);
    return own == null ? reservation(tenant) : own.reservation(tenant);
  }

  /**
   * Shares of a server belong to this plan if their {@link ServerShares#since} is at least this;
   * more than any version if no server has shares of its own.
   */
  public long ownSharesSince() {
    return ownSharesSince;
  }

  /** Whether shares of a server belong to this plan, not to an earlier one. */
  public boolean counts(@Nullable ServerShares shares) {
    return shares != null && shares.since() >= ownSharesSince;
  }

  /**
   * Returns the plan as one server applies it: with its own shares, if there are any that count, as
   * the only reservations. Tenants that have none there share a small part of it.
   */
  public Plan on(@Nullable ServerShares own) {
    return own == null || !counts(own)
        ? this
        : of(version, mode, createdMillis, borrowing, own.withNewcomers(this), explanation)
            .until(untilMillis);
  }

  /** Returns this plan, in which servers whose shares did not change keep them as they were. */
  public Plan keepingSharesOf(Plan earlier) {
    List<ServerShares> kept = new ArrayList<>();
    for (ServerShares shares : servers.values()) {
      ServerShares before = earlier.servers.get(shares.server());
      kept.add(before == null ? shares : shares.unless(before));
    }
    return withServers(kept);
  }

  /** Returns this plan with other shares of single servers. */
  public Plan withServers(Collection<ServerShares> others) {
    return of(version, mode, createdMillis, borrowing, reservations.values(), others, explanation)
        .until(untilMillis);
  }

  /** Returns this plan without shares of single servers: those of that version and later count. */
  public Plan withOwnSharesSince(long since) {
    return new Plan(
        version,
        mode,
        createdMillis,
        borrowing,
        reservations.values(),
        Collections.emptyList(),
        since,
        untilMillis,
        explanation);
  }

  /**
   * Returns this plan with an end, if it is a pinned one.
   *
   * @param endMillis milliseconds since the epoch; 0 for none
   */
  public Plan until(long endMillis) {
    return new Plan(
        version,
        mode,
        createdMillis,
        borrowing,
        reservations.values(),
        servers.values(),
        ownSharesSince,
        endMillis,
        explanation);
  }

  /** Returns this plan, whose reason is the operator's own, with who pinned it before that. */
  public Plan pinnedBy(String who) {
    String why = explanation.reason();
    return new Plan(
        version,
        mode,
        createdMillis,
        borrowing,
        reservations.values(),
        servers.values(),
        ownSharesSince,
        untilMillis,
        PlanExplanation.because("pinned by " + who + (why.isEmpty() ? "" : ": " + why)));
  }

  /** When an operator's pin ends by itself, milliseconds since the epoch; 0 if it does not. */
  public long untilMillis() {
    return untilMillis;
  }

  /** Whether it is an operator's and has not ended. */
  public boolean isPinned(long nowMillis) {
    return mode == Mode.PINNED && (untilMillis == 0 || nowMillis < untilMillis);
  }

  public PlanExplanation explanation() {
    return explanation;
  }

  @Override
  public String toString() {
    String own = servers.isEmpty() ? "" : ", " + servers.size() + " servers with their own shares";
    return "plan v" + version + " " + mode + " " + reservations.values() + own;
  }
}
