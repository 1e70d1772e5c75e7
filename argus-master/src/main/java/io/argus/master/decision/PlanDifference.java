package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What changed between two sets of reservations, as numbers and as sentences for operators.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class PlanDifference {
  private static final int MOST_SENTENCES = 50;

  /** A change of predicted throughput below this fraction is none. */
  private static final double NOTICEABLE = 1e-6;

  private final double greatest;

  private PlanDifference(double greatest) {
    this.greatest = greatest;
  }

  static PlanDifference between(Collection<Reservation> before, Collection<Reservation> after) {
    Map<TenantId, Reservation> byTenant = byTenant(before);
    double greatest = before.size() == after.size() ? 0 : 1;
    for (Reservation reservation : after) {
      Reservation old = byTenant.get(reservation.tenant());
      for (Resource resource : Resource.values()) {
        double difference =
            old == null ? 1 : Math.abs(old.share(resource) - reservation.share(resource));
        greatest = Math.max(greatest, difference);
      }
    }
    return new PlanDifference(greatest);
  }

  private static Map<TenantId, Reservation> byTenant(Collection<Reservation> reservations) {
    Map<TenantId, Reservation> byTenant = new HashMap<>();
    reservations.forEach(r -> byTenant.put(r.tenant(), r));
    return byTenant;
  }

  boolean isNone() {
    return greatest <= Plan.TOLERANCE;
  }

  /** Whether by the models somebody would lose and nobody gain. */
  static boolean onlyTakes(
      List<TenantModel> models,
      Map<TenantId, Reservation> before,
      Map<TenantId, Reservation> after) {
    boolean takes = false;
    for (TenantModel model : models) {
      double had = predicted(model, before.get(model.tenant()));
      double gets = predicted(model, after.get(model.tenant()));
      if (gets > had * (1 + NOTICEABLE)) {
        return false;
      }
      takes |= gets < had * (1 - NOTICEABLE);
    }
    return takes;
  }

  private static double predicted(TenantModel model, @Nullable Reservation reservation) {
    return reservation == null
        ? 0
        : model.predicted(reservation.cacheShare(), reservation.hdfsShare());
  }

  /** Sentences such as "cache: 2 of 20 units from bob to alice", the first 50 of them. */
  static List<String> moves(
      Map<TenantId, Reservation> before, List<Reservation> after, int pieces) {
    List<String> moves = new ArrayList<>();
    if (before.isEmpty()) {
      return moves;
    }
    for (Resource resource : Resource.values()) {
      addMoves(moves, resource, before, after, pieces);
    }
    if (moves.size() > MOST_SENTENCES) {
      int more = moves.size() - MOST_SENTENCES;
      moves.subList(MOST_SENTENCES, moves.size()).clear();
      moves.add("and " + more + " more");
    }
    return moves;
  }

  private static void addMoves(
      List<String> moves,
      Resource resource,
      Map<TenantId, Reservation> before,
      List<Reservation> after,
      int pieces) {
    Map<TenantId, Double> givers = new TreeMap<>();
    Map<TenantId, Double> takers = new TreeMap<>();
    before.forEach((tenant, r) -> givers.put(tenant, r.share(resource) * pieces));
    for (Reservation r : after) {
      double change = r.share(resource) * pieces - givers.getOrDefault(r.tenant(), 0.0);
      givers.put(r.tenant(), -change);
      takers.put(r.tenant(), change);
    }
    for (Map.Entry<TenantId, Double> taker : takers.entrySet()) {
      for (Map.Entry<TenantId, Double> giver : givers.entrySet()) {
        double units = Math.min(taker.getValue(), giver.getValue());
        if (units >= 0.05) {
          moves.add(sentence(resource, units, pieces, giver.getKey(), taker.getKey()));
          taker.setValue(taker.getValue() - units);
          giver.setValue(giver.getValue() - units);
        }
      }
    }
  }

  private static String sentence(
      Resource resource, double units, int pieces, TenantId from, TenantId to) {
    String amount =
        Math.abs(units - Math.rint(units)) < 0.05
            ? Long.toString(Math.round(units))
            : String.format(Locale.ROOT, "%.1f", units);
    return (resource == Resource.CACHE ? "cache" : "HDFS")
        + ": "
        + amount
        + " of "
        + pieces
        + " units from "
        + from
        + " to "
        + to;
  }
}
