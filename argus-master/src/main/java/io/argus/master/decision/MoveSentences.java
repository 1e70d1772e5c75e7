package io.argus.master.decision;

import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;
import io.argus.master.planner.PlanningProblem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The shares that a plan changes, as sentences for operators.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class MoveSentences {
  private static final int MAX_SENTENCES = 50;

  /** A change that is smaller is none. */
  private static final double MIN_CHANGE = 0.0025;

  /** Below it a percentage has a decimal. */
  private static final double SMALL = 0.0995;

  private MoveSentences() {}

  /**
   * Returns sentences such as "cache of alice: 34 -> 38%", the first 50 of them: cluster-wide ones,
   * the greatest change first, and those of servers that have or had reservations of their own,
   * such as "HDFS of bob: 20 -> 5.0% on rs1.example,16020,1".
   */
  static List<String> of(
      ClusterReservations before, ClusterReservations after, PlanningProblem problem) {
    List<String> moves = new ArrayList<>();
    if (before.isEmpty()) {
      return moves;
    }
    for (Resource resource : Resource.values()) {
      addMoves(
          moves, resource, Reservations.byTenant(before.clusterWide()), after.clusterWide(), "");
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
      String where) {
    Map<TenantId, Double> from = new TreeMap<>();
    Map<TenantId, Double> to = new TreeMap<>();
    before.forEach((tenant, r) -> from.put(tenant, r.share(resource)));
    from.keySet().forEach(tenant -> to.put(tenant, 0.0));
    after.forEach(r -> to.put(r.tenant(), r.share(resource)));
    ToDoubleFunction<TenantId> change =
        tenant -> Math.abs(to.getOrDefault(tenant, 0.0) - from.getOrDefault(tenant, 0.0));
    to.keySet().stream()
        .filter(tenant -> change.applyAsDouble(tenant) >= MIN_CHANGE)
        .sorted(Comparator.comparingDouble(change).reversed())
        .forEach(
            tenant -> {
              double now = from.getOrDefault(tenant, 0.0);
              double then = to.getOrDefault(tenant, 0.0);
              moves.add(sentence(resource, tenant, now, then) + where);
            });
  }

  private static String sentence(Resource resource, TenantId tenant, double from, double to) {
    boolean coarse = Math.rint(100 * from) != Math.rint(100 * to);
    return Text.format(
        "%s of %s: %s -> %s%%",
        resource == Resource.CACHE ? "cache" : resource.name(),
        tenant,
        percent(from, coarse),
        percent(to, coarse));
  }

  private static String percent(double share, boolean coarse) {
    boolean whole = share == 0 || (coarse && share >= SMALL);
    return Text.format(whole ? "%.0f" : "%.1f", 100 * share);
  }
}
