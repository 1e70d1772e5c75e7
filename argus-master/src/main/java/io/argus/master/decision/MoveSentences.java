package io.argus.master.decision;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.master.planner.PlanningProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a plan moves between tenants, as sentences for operators.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class MoveSentences {
  private static final int MAX_SENTENCES = 50;

  private MoveSentences() {}

  /**
   * Returns sentences such as "cache: 2 of 20 units from bob to alice", the first 50 of them:
   * cluster-wide ones, and those of servers that have or had reservations of their own, such as
   * "HDFS: 3 of 20 units from alice to bob on rs1.example,16020,1".
   */
  static List<String> of(
      ClusterReservations before, ClusterReservations after, PlanningProblem problem) {
    List<String> moves = new ArrayList<>();
    if (before.isEmpty()) {
      return moves;
    }
    for (Resource resource : Resource.values()) {
      addMoves(
          moves,
          resource,
          Reservations.byTenant(before.clusterWide()),
          after.clusterWide(),
          problem.pieces(),
          "");
    }
    SortedSet<String> own = new TreeSet<>(before.servers().keySet());
    own.addAll(after.servers().keySet());
    for (String server : own) {
      int s = Collections.binarySearch(problem.servers(), server);
      for (Resource resource : Resource.values()) {
        if (s >= 0 && moves.size() <= MAX_SENTENCES) {
          addMoves(
              moves,
              resource,
              Reservations.byTenant(before.among(server, smaller(before, after, server))),
              after.among(server, smaller(before, after, server)),
              problem.pieces(s),
              " on " + server);
        }
      }
    }
    if (moves.size() > MAX_SENTENCES) {
      int more = moves.size() - MAX_SENTENCES;
      moves.subList(MAX_SENTENCES, moves.size()).clear();
      moves.add("and " + more + (own.isEmpty() ? " more" : " or more"));
    }
    return moves;
  }

  /** The reservations that are for the tenants of a server only. */
  private static Collection<Reservation> smaller(
      ClusterReservations before, ClusterReservations after, String server) {
    return after.servers().containsKey(server) ? after.on(server) : before.on(server);
  }

  private static void addMoves(
      List<String> moves,
      Resource resource,
      Map<TenantId, Reservation> before,
      Collection<Reservation> after,
      int pieces,
      String where) {
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
          moves.add(sentence(resource, units, pieces, giver.getKey(), taker.getKey()) + where);
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
            : Text.format("%.1f", units);
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
