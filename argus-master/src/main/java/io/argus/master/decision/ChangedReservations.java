package io.argus.master.decision;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reservations of which some are changed and the others give or take in proportion, so that the
 * shares of each resource sum to 1 again.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class ChangedReservations {
  private ChangedReservations() {}

  /**
   * @throws IllegalArgumentException if a changed tenant is not among the present ones or is named
   *     twice, if the changed shares sum to more than 1, or to less than 1 with nobody left to take
   *     the rest
   */
  public static List<Reservation> of(List<Reservation> present, Collection<Reservation> changed) {
    Map<TenantId, Reservation> after = new TreeMap<>();
    present.forEach(r -> after.put(r.tenant(), r));
    Map<TenantId, Reservation> wanted = new TreeMap<>();
    for (Reservation each : changed) {
      if (!after.containsKey(each.tenant())) {
        throw new IllegalArgumentException(
            "tenant " + each.tenant() + " is not known: must be one of " + after.keySet());
      }
      if (wanted.put(each.tenant(), each) != null) {
        throw new IllegalArgumentException("tenant " + each.tenant() + " is named twice");
      }
    }
    double cacheFactor = factor(Resource.CACHE, present, wanted);
    double hdfsFactor = factor(Resource.HDFS, present, wanted);
    List<Reservation> result = new ArrayList<>();
    for (Reservation before : after.values()) {
      Reservation asked = wanted.get(before.tenant());
      result.add(
          asked == null
              ? Reservation.of(
                  before.tenant(),
                  before.weight(),
                  before.cacheShare() * cacheFactor,
                  before.hdfsShare() * hdfsFactor)
              : Reservation.of(
                  before.tenant(), before.weight(), asked.cacheShare(), asked.hdfsShare()));
    }
    return result;
  }

  /** By what the shares of the others are multiplied. */
  private static double factor(
      Resource resource, List<Reservation> present, Map<TenantId, Reservation> wanted) {
    double taken = 0;
    for (Reservation each : wanted.values()) {
      taken += each.share(resource);
    }
    double others = 0;
    for (Reservation each : present) {
      others += wanted.containsKey(each.tenant()) ? 0 : each.share(resource);
    }
    double left = 1 - taken;
    boolean fits = others > 0 ? left >= 0 : Math.abs(left) <= 1e-6;
    if (!fits) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s shares of the changed tenants sum to %.3f: must %s",
              resource,
              taken,
              others > 0 ? "be 1 or less, the other tenants take the rest" : "sum to 1"));
    }
    return others > 0 ? left / others : 0;
  }
}
