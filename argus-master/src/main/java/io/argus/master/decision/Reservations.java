package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The arithmetic on the reservations of several tenants.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Reservations {
  private Reservations() {}

  /** In the order of the tenants' names. */
  static Map<TenantId, Reservation> byTenant(Collection<Reservation> reservations) {
    Map<TenantId, Reservation> byTenant = new TreeMap<>();
    reservations.forEach(r -> byTenant.put(r.tenant(), r));
    return byTenant;
  }

  /** Whether two sets of reservations are for the same tenants, with the same shares. */
  static boolean areSame(Collection<Reservation> before, Collection<Reservation> after) {
    return areWithin(before, after, Plan.TOLERANCE);
  }

  /** Whether two sets of reservations are for the same tenants, with about the same shares. */
  static boolean areWithin(
      Collection<Reservation> before, Collection<Reservation> after, double difference) {
    Map<TenantId, Reservation> old = byTenant(before);
    for (Reservation reservation : after) {
      Reservation was = old.get(reservation.tenant());
      for (Resource resource : Resource.values()) {
        if (was == null
            || !(Math.abs(was.share(resource) - reservation.share(resource)) <= difference)) {
          return false;
        }
      }
    }
    return before.size() == after.size();
  }

  /**
   * Returns a plan's shares for a set of tenants that has changed since: newcomers get one unit of
   * each resource, and the plan's shares divide the rest in proportion.
   *
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
    double cacheSum = sum(staying, Resource.CACHE);
    double hdfsSum = sum(staying, Resource.HDFS);
    List<Reservation> carried = new ArrayList<>();
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

  /** Returns the reservations in parts of what they are together. */
  static List<Reservation> normalised(Collection<Reservation> reservations) {
    double cache = sum(reservations, Resource.CACHE);
    double hdfs = sum(reservations, Resource.HDFS);
    List<Reservation> normalised = new ArrayList<>();
    for (Reservation r : reservations) {
      normalised.add(
          Reservation.of(
              r.tenant(),
              r.weight(),
              cache > 0 ? Math.min(1, r.cacheShare() / cache) : 1.0 / reservations.size(),
              hdfs > 0 ? Math.min(1, r.hdfsShare() / hdfs) : 1.0 / reservations.size()));
    }
    return normalised;
  }

  static double sum(Collection<Reservation> reservations, Resource resource) {
    return reservations.stream().mapToDouble(r -> r.share(resource)).sum();
  }

  /**
   * Returns the reservations with some of them changed. The other tenants give or take in
   * proportion, so that the shares of each resource sum to 1 again.
   *
   * @throws IllegalArgumentException if a changed tenant is not among the present ones or is named
   *     twice, if the changed shares sum to more than 1, or to less than 1 with no other tenant to
   *     take the rest
   */
  static List<Reservation> changed(
      Collection<Reservation> present, Collection<Reservation> changed) {
    Map<TenantId, Reservation> before = byTenant(present);
    Map<TenantId, Reservation> wanted = new TreeMap<>();
    for (Reservation each : changed) {
      if (!before.containsKey(each.tenant())) {
        throw new IllegalArgumentException(
            "tenant " + each.tenant() + " is not known: must be one of " + before.keySet());
      }
      if (wanted.put(each.tenant(), each) != null) {
        throw new IllegalArgumentException("tenant " + each.tenant() + " is named twice");
      }
    }
    double cacheFactor = factorOfOthers(Resource.CACHE, present, wanted);
    double hdfsFactor = factorOfOthers(Resource.HDFS, present, wanted);
    List<Reservation> result = new ArrayList<>();
    for (Reservation was : before.values()) {
      Reservation asked = wanted.get(was.tenant());
      double cache = asked == null ? was.cacheShare() * cacheFactor : asked.cacheShare();
      double hdfs = asked == null ? was.hdfsShare() * hdfsFactor : asked.hdfsShare();
      result.add(Reservation.of(was.tenant(), was.weight(), cache, hdfs));
    }
    return result;
  }

  private static double factorOfOthers(
      Resource resource, Collection<Reservation> present, Map<TenantId, Reservation> wanted) {
    double taken = sum(wanted.values(), resource);
    double others = 0;
    for (Reservation each : present) {
      others += wanted.containsKey(each.tenant()) ? 0 : each.share(resource);
    }
    double left = Math.abs(1 - taken) <= Plan.TOLERANCE ? 0 : 1 - taken;
    boolean fits = others > 0 ? left >= 0 : left == 0;
    if (!fits) {
      throw new IllegalArgumentException(
          Text.format(
              "%s shares of the changed tenants sum to %.3f: must %s",
              resource,
              taken,
              others > 0 ? "be 1 or less, the other tenants take the rest" : "sum to 1"));
    }
    return others > 0 ? left / others : 0;
  }
}
