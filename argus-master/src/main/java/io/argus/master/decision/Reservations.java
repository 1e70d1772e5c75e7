package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

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

  /** Whether two sets of reservations are the same but for rounding. */
  static boolean areSame(Collection<Reservation> before, Collection<Reservation> after) {
    return Reservation.areNear(before, after, Plan.TOLERANCE);
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
    List<Reservation> carried = new ArrayList<>();
    for (Reservation r : normalised(staying)) {
      carried.add(r.with(resource -> r.share(resource) * left));
    }
    for (TenantId newcomer : newcomers) {
      carried.add(Reservation.of(newcomer, entry, entry));
    }
    return carried;
  }

  /** Returns the reservations in parts of what they are together; what is left out stays so. */
  static List<Reservation> normalised(Collection<Reservation> reservations) {
    double[] sums = byResource(resource -> resource.sum(reservations));
    double equal = 1.0 / reservations.size();
    List<Reservation> normalised = new ArrayList<>();
    for (Reservation r : reservations) {
      normalised.add(
          r.with(
              resource -> {
                double sum = sums[resource.index()];
                boolean known = sum > 0 || Double.isNaN(sum);
                return known ? Math.min(1, r.share(resource) / sum) : equal;
              }));
    }
    return normalised;
  }

  private static double[] byResource(ToDoubleFunction<Resource> figure) {
    return Arrays.stream(Resource.values()).mapToDouble(figure).toArray();
  }

  /**
   * Returns the reservations with some of them changed. The other tenants give or take in
   * proportion, so that the shares of each resource sum to 1 again. CPU shares, which nobody
   * chooses, are left out.
   *
   * @throws IllegalArgumentException if a changed tenant is not among the current ones or is named
   *     twice, if the changed shares sum to more than 1, or to less than 1 with no other tenant to
   *     take the rest
   */
  static List<Reservation> changed(
      Collection<Reservation> current, Collection<Reservation> changed) {
    Map<TenantId, Reservation> before = byTenant(current);
    Map<TenantId, Reservation> wanted = new TreeMap<>();
    for (Reservation each : changed) {
      if (!before.containsKey(each.tenant())) {
        throw new IllegalArgumentException(
            "tenant "
                + each.tenant()
                + " is not known: "
                + Text.instead(each.tenant().name(), names(before.keySet())));
      }
      if (wanted.put(each.tenant(), each) != null) {
        throw new IllegalArgumentException("tenant " + each.tenant() + " is named twice");
      }
    }
    double[] factors = byResource(resource -> factorOfOthers(resource, current, wanted));
    List<Reservation> result = new ArrayList<>();
    for (Reservation was : before.values()) {
      Reservation asked = wanted.get(was.tenant());
      result.add(
          was.with(
              resource ->
                  asked == null
                      ? was.share(resource) * factors[resource.index()]
                      : asked.share(resource)));
    }
    return result;
  }

  private static double factorOfOthers(
      Resource resource, Collection<Reservation> current, Map<TenantId, Reservation> wanted) {
    if (resource == Resource.CPU) {
      return Double.NaN;
    }
    double taken = resource.sum(wanted.values());
    double others = 0;
    for (Reservation each : current) {
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

  private static List<String> names(Collection<TenantId> tenants) {
    return tenants.stream().map(TenantId::name).collect(Collectors.toList());
  }
}
