package io.argus.core.plan;

import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A version of all reservations. For each resource the shares of the tenants sum to 1. A region
 * server applies a plan as a whole.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Plan {
  /** Who decided the reservations. */
  public enum Mode {
    /** The planner. */
    AUTO,
    /** An operator, until somebody switches back to AUTO. */
    PINNED,
    /** Nobody: every tenant has the same share. */
    EQUAL
  }

  /** Greatest version: JSON numbers are exact up to it. */
  public static final long MAX_VERSION = 1L << 53;

  /** By how much the sum of the shares of one resource may differ from 1. */
  public static final double TOLERANCE = 1e-6;

  private final long version;
  private final Mode mode;
  private final long createdMillis;
  private final boolean borrowing;
  private final SortedMap<TenantId, Reservation> reservations;
  private final PlanExplanation explanation;

  private Plan(
      long version,
      Mode mode,
      long createdMillis,
      boolean borrowing,
      Collection<Reservation> reservations,
      PlanExplanation explanation) {
    if (version < 0 || version > MAX_VERSION) {
      throw new IllegalArgumentException(
          "plan version is " + version + ": must be within 0.." + MAX_VERSION);
    }
    SortedMap<TenantId, Reservation> byTenant = new TreeMap<>();
    for (Reservation reservation : reservations) {
      if (byTenant.put(reservation.tenant(), reservation) != null) {
        throw new IllegalArgumentException(
            "plan names tenant " + reservation.tenant() + " twice: one reservation per tenant");
      }
    }
    for (Resource resource : Resource.values()) {
      requireSumOne(byTenant.values(), resource);
    }
    this.version = version;
    this.mode = mode;
    this.createdMillis = createdMillis;
    this.borrowing = borrowing;
    this.reservations = Collections.unmodifiableSortedMap(byTenant);
    this.explanation = explanation;
  }

  /**
   * @param version grows by one with each plan of the cluster; 0 for a plan that a region server
   *     made for itself
   * @param createdMillis milliseconds since the epoch
   * @param borrowing whether tenants may use the unused share of others
   * @throws IllegalArgumentException if a tenant appears twice or the shares of a resource do not
   *     sum to 1
   */
  public static Plan of(
      long version,
      Mode mode,
      long createdMillis,
      boolean borrowing,
      Collection<Reservation> reservations,
      PlanExplanation explanation) {
    return new Plan(version, mode, createdMillis, borrowing, reservations, explanation);
  }

  /** Returns the plan that gives every tenant the same share of everything. */
  public static Plan equal(long version, long createdMillis, Collection<TenantId> tenants) {
    SortedSet<TenantId> distinct = new TreeSet<>(tenants);
    List<Reservation> reservations = new ArrayList<>();
    for (TenantId tenant : distinct) {
      reservations.add(Reservation.of(tenant, 1.0 / distinct.size(), 1.0 / distinct.size()));
    }
    return of(
        version,
        Mode.EQUAL,
        createdMillis,
        true,
        reservations,
        PlanExplanation.because("equal reservation for " + distinct.size() + " tenants"));
  }

  private static void requireSumOne(Collection<Reservation> reservations, Resource resource) {
    if (reservations.isEmpty()) {
      return;
    }
    double sum = 0;
    for (Reservation reservation : reservations) {
      sum += reservation.share(resource);
    }
    if (!(Math.abs(sum - 1) <= TOLERANCE)) {
      throw new IllegalArgumentException(
          resource + " shares of the plan sum to " + sum + ": must sum to 1");
    }
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

  /** The reservations in the order of their tenants' names. */
  public Collection<Reservation> reservations() {
    return reservations.values();
  }

  public Optional<Reservation> reservation(TenantId tenant) {
    return Optional.ofNullable(reservations.get(tenant));
  }

  public PlanExplanation explanation() {
    return explanation;
  }

  @Override
  public String toString() {
    return "plan v" + version + " " + mode + " " + reservations.values();
  }
}
