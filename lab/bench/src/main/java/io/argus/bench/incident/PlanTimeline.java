package io.argus.bench.incident;

import static io.argus.core.text.Text.format;

import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The plans of a run, and how soon they followed what happened.
 *
 * <p>Used by one thread.
 */
final class PlanTimeline {
  /** Shares that are no further apart are the same in the judgement. */
  static final double NEAR = 0.1;

  private record Entry(double second, Plan plan) {}

  private final List<Entry> plans = new ArrayList<>();

  /**
   * Notes the plan in force.
   *
   * @param second after the start of the load
   */
  void add(double second, Plan plan) {
    if (plans.isEmpty() || plans.get(plans.size() - 1).plan().version() != plan.version()) {
      plans.add(new Entry(second, plan));
    }
  }

  /** The plan that was in force then; empty if none was seen so far. */
  Optional<Plan> at(double second) {
    return before(second).reduce((earlier, later) -> later).map(Entry::plan);
  }

  /** The plan of that version; empty if it was not seen. */
  Optional<Plan> version(long version) {
    return plans.stream().map(Entry::plan).filter(plan -> plan.version() == version).findFirst();
  }

  private Stream<Entry> before(double second) {
    return plans.stream().filter(entry -> entry.second() <= second);
  }

  /** Seconds until the first new plan; empty if there was none. */
  OptionalInt firstAfter(double second, double until) {
    return before(until)
        .filter(entry -> entry.second() > second)
        .mapToInt(entry -> (int) Math.ceil(entry.second() - second))
        .findFirst();
  }

  /** How many new plans there were in that time. */
  int changes(double after, double until) {
    return (int) before(until).filter(entry -> entry.second() > after).count();
  }

  /**
   * Seconds after something happened until the plan followed it: from the first new plan on with
   * which all shares on these servers are within {@link #NEAR} of those at the end, and stay so.
   * Empty if there was no new plan.
   *
   * @param second when it happened
   * @param until end of what counts
   */
  OptionalInt followedAfter(double second, double until, Collection<String> servers) {
    List<Entry> seen = before(until).filter(entry -> entry.second() > second).toList();
    if (seen.isEmpty()) {
      return OptionalInt.empty();
    }
    Plan last = seen.get(seen.size() - 1).plan();
    double since = seen.get(seen.size() - 1).second();
    for (int i = seen.size() - 1; i >= 0 && isNear(seen.get(i).plan(), last, servers); i--) {
      since = seen.get(i).second();
    }
    return OptionalInt.of((int) Math.ceil(since - second));
  }

  /**
   * Every new plan since something happened: its version, how many seconds after, and how far its
   * shares on these servers are from those at the end, at most.
   */
  List<String> since(double second, double until, Collection<String> servers) {
    List<Entry> seen = before(until).filter(entry -> entry.second() > second).toList();
    return seen.stream()
        .map(
            entry ->
                format(
                    "v%d after %.0f s (%.2f)",
                    entry.plan().version(),
                    entry.second() - second,
                    distance(entry.plan(), seen.get(seen.size() - 1).plan(), servers)))
        .toList();
  }

  private static boolean isNear(Plan plan, Plan last, Collection<String> servers) {
    return distance(plan, last, servers) <= NEAR;
  }

  /** The greatest difference of a share on one of these servers. */
  private static double distance(Plan plan, Plan last, Collection<String> servers) {
    double greatest = 0;
    for (Reservation reservation : last.reservations()) {
      TenantId tenant = reservation.tenant();
      for (String server : servers) {
        greatest =
            Math.max(
                greatest,
                Math.max(
                    Math.abs(cache(plan, tenant, server) - cache(last, tenant, server)),
                    Math.abs(hdfs(plan, tenant, server) - hdfs(last, tenant, server))));
      }
    }
    return greatest;
  }

  static double cache(Plan plan, TenantId tenant, String server) {
    return plan.reservation(tenant, server).map(Reservation::cacheShare).orElse(0.0);
  }

  static double hdfs(Plan plan, TenantId tenant, String server) {
    return plan.reservation(tenant, server).map(Reservation::hdfsShare).orElse(0.0);
  }
}
