package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.Resource;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.model.ObservedLimits;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rule that gives a demand-limited tenant its shares back as soon as it speeds up, before the
 * model knows what it does now: the guaranteed shares that it had when it was last busy, or equal
 * ones if it never was. It holds for the cluster-wide shares and for those of each server that has
 * its own, where a tenant may speed up on that server alone.
 *
 * <p>Cost: linear in the tenants of all reports and of the plan.
 *
 * <p>Not safe for use by several threads.
 */
public final class ReturningTenants {
  /** Name of the cluster-wide shares among those of servers. */
  private static final String CLUSTER = "";

  /** Standard deviations by which a tenant must do more than by chance, in one report of many. */
  private static final double SURE = 6;

  private final Map<String, Map<TenantId, Reservation>> sharesWhenBusy = new HashMap<>();
  private final Map<String, Map<TenantId, Double>> allowed = new HashMap<>();

  /**
   * Notes what each tenant may do before it counts as returning.
   *
   * @param models from which the planner decides
   * @param current the plan under which they were observed
   */
  public void planned(Collection<TenantModel> models, Optional<Plan> current) {
    allowed.clear();
    Set<TenantId> known = new HashSet<>();
    Set<TenantId> busy = new HashSet<>();
    for (TenantModel model : models) {
      known.add(model.tenant());
      if (model.isDemandLimited()) {
        allow(CLUSTER, model.tenant(), model.isolatedThroughput());
        for (PartModel part : model.parts()) {
          if (model.parts().size() > 1) {
            double local = model.isolatedThroughput() * part.demandShare();
            allow(part.server(), model.tenant(), local);
          }
        }
      } else {
        busy.add(model.tenant());
      }
    }
    current.ifPresent(
        plan -> {
          note(CLUSTER, plan.reservations(), busy);
          plan.servers().forEach((server, own) -> note(server, own.reservations(), busy));
        });
    sharesWhenBusy.values().forEach(there -> there.keySet().retainAll(known));
    sharesWhenBusy.values().removeIf(Map::isEmpty);
  }

  private void allow(String where, TenantId tenant, double operationsPerSecond) {
    double most = Math.max(ObservedLimits.IDLE_OPERATIONS_PER_SECOND, operationsPerSecond);
    allowed.computeIfAbsent(where, s -> new HashMap<>()).put(tenant, most);
  }

  private void note(String where, Collection<Reservation> reservations, Set<TenantId> busy) {
    for (Reservation reservation : reservations) {
      if (busy.contains(reservation.tenant())) {
        sharesWhenBusy
            .computeIfAbsent(where, s -> new HashMap<>())
            .put(reservation.tenant(), reservation);
      }
    }
  }

  /**
   * Returns the current plan with the shares of returning tenants restored; empty if none of them
   * lacks any.
   *
   * @param latest the last report of each server
   */
  public Optional<Plan> restored(
      Plan current, Collection<UsageReport> latest, long version, long nowMillis) {
    Map<TenantId, Double> operations = new HashMap<>();
    double leastSeconds = Double.MAX_VALUE;
    Map<String, Set<TenantId>> returningOn = new HashMap<>();
    for (UsageReport report : latest) {
      Map<TenantId, Double> there = allowed.getOrDefault(report.server(), new HashMap<>());
      leastSeconds = Math.min(leastSeconds, report.windowSeconds());
      for (TenantUsage usage : report.tenants()) {
        double now = usage.totalOperationsPerSecond();
        operations.merge(usage.tenant(), now, Double::sum);
        Double most = there.get(usage.tenant());
        if (most != null && exceeds(now, most, report.windowSeconds())) {
          returningOn.computeIfAbsent(report.server(), s -> new HashSet<>()).add(usage.tenant());
        }
      }
    }
    Set<TenantId> returning = new TreeSet<>();
    for (Map.Entry<TenantId, Double> each :
        allowed.getOrDefault(CLUSTER, new HashMap<>()).entrySet()) {
      double now = operations.getOrDefault(each.getKey(), 0.0);
      if (exceeds(now, each.getValue(), leastSeconds)) {
        returning.add(each.getKey());
      }
    }
    return restored(current, returning, returningOn, version, nowMillis);
  }

  /** Whether a tenant does more than it may, and not just by chance: arrivals are Poisson. */
  private static boolean exceeds(double operationsPerSecond, double most, double seconds) {
    return operationsPerSecond > most + SURE * Math.sqrt(most / seconds);
  }

  private Optional<Plan> restored(
      Plan current,
      Set<TenantId> returning,
      Map<String, Set<TenantId>> returningOn,
      long version,
      long nowMillis) {
    List<Reservation> clusterWide = restored(CLUSTER, current.reservations(), returning);
    boolean same = Reservations.areSame(current.reservations(), clusterWide);
    List<ServerShares> servers = new ArrayList<>();
    Set<TenantId> all = new TreeSet<>(returning);
    for (ServerShares own : current.servers().values()) {
      Set<TenantId> there = new HashSet<>(returning);
      there.addAll(returningOn.getOrDefault(own.server(), new HashSet<>()));
      List<Reservation> restored =
          there.isEmpty()
              ? Collections.emptyList()
              : restored(own.server(), own.reservations(), there);
      if (there.isEmpty() || Reservations.areSame(own.reservations(), restored)) {
        servers.add(own);
      } else {
        same = false;
        all.addAll(there);
        servers.add(ServerShares.of(own.server(), version, restored));
      }
    }
    if (same) {
      return Optional.empty();
    }
    return Optional.of(
        Plan.of(
            version,
            Plan.Mode.AUTO,
            nowMillis,
            current.borrowing(),
            clusterWide,
            servers,
            PlanExplanation.because(
                "demand-limited tenants speed up and get their shares back: " + all)));
  }

  private List<Reservation> restored(
      String where, Collection<Reservation> current, Set<TenantId> returning) {
    List<Reservation> reservations = new ArrayList<>(current);
    double[][] shares = new double[Resource.values().length][];
    for (Resource resource : Resource.values()) {
      shares[resource.index()] = restored(where, reservations, returning, resource);
    }
    List<Reservation> restored = new ArrayList<>();
    for (Reservation now : reservations) {
      int i = restored.size();
      restored.add(now.with(resource -> shares[resource.index()][i]));
    }
    return restored;
  }

  /** Takes what returning tenants lack from what others have above an equal share. */
  private double[] restored(
      String where, List<Reservation> reservations, Set<TenantId> returning, Resource resource) {
    Map<TenantId, Reservation> whenBusy = sharesWhenBusy.getOrDefault(where, new HashMap<>());
    double equal = 1.0 / reservations.size();
    if (resource == Resource.CPU) {
      // It has kept its guaranteed share.
      return reservations.stream().mapToDouble(each -> each.share(resource)).toArray();
    }
    double[] shares = new double[reservations.size()];
    double[] changes = new double[reservations.size()];
    double lack = 0;
    double excess = 0;
    for (int i = 0; i < shares.length; i++) {
      Reservation now = reservations.get(i);
      shares[i] = now.share(resource);
      if (returning.contains(now.tenant())) {
        Reservation busy = whenBusy.get(now.tenant());
        changes[i] = Math.max(0, (busy == null ? equal : busy.share(resource)) - shares[i]);
        lack += changes[i];
      } else {
        changes[i] = -Math.max(0, shares[i] - equal);
        excess -= changes[i];
      }
    }
    double moved = Math.min(lack, excess);
    for (int i = 0; i < shares.length && moved > 0; i++) {
      shares[i] += changes[i] * moved / (changes[i] > 0 ? lack : excess);
    }
    return shares;
  }
}
