package io.argus.master.decision;

import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import io.argus.core.plan.ServerShares;
import io.argus.core.tenant.TenantId;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The reservations of a plan: the cluster-wide ones, and those of servers that differ from them.
 *
 * <p>A server has reservations of its own if for some tenant they are at least half a unit of cache
 * or a tenth of a unit of HDFS away from what the cluster-wide ones come to there. The cluster-wide
 * ones are the mean over the servers where a tenant is, so that a server that is new or silent
 * begins with what is usual.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ClusterReservations {
  /** No reservation for anybody. */
  public static final ClusterReservations NONE =
      new ClusterReservations(Collections.emptyList(), new TreeMap<>());

  /** Difference in units of cache from which on a server has reservations of its own. */
  private static final double DIFFERENT = 0.5;

  /** The same of HDFS, whose shares cost nothing to change. */
  private static final double DIFFERENT_HDFS = 0.1;

  /** Difference of a CPU share from that by weight, from which on the same. */
  private static final double DIFFERENT_CPU = 0.05;

  /** Difference in units below which a server keeps its own reservations. */
  private static final double SAME = 0.1;

  private final List<Reservation> clusterWide;
  private final SortedMap<String, List<Reservation>> servers;

  private ClusterReservations(
      Collection<Reservation> clusterWide, SortedMap<String, List<Reservation>> servers) {
    this.clusterWide = Collections.unmodifiableList(new ArrayList<>(clusterWide));
    this.servers = Collections.unmodifiableSortedMap(servers);
  }

  /** The same reservations on all servers. */
  static ClusterReservations of(Collection<Reservation> clusterWide) {
    return new ClusterReservations(clusterWide, new TreeMap<>());
  }

  /** Returns those of a plan, with the CPU shares that it leaves out. */
  static ClusterReservations of(Plan plan) {
    SortedMap<String, List<Reservation>> servers = new TreeMap<>();
    plan.servers()
        .forEach(
            (server, own) ->
                servers.put(
                    server,
                    dividing(own.reservations(), each -> plan.cpuShare(each.tenant(), server))));
    return new ClusterReservations(
        dividing(plan.reservations(), each -> plan.cpuShare(each.tenant())), servers);
  }

  private static List<Reservation> dividing(
      Collection<Reservation> reservations, ToDoubleFunction<Reservation> cpuShare) {
    List<Reservation> dividing = new ArrayList<>();
    for (Reservation each : reservations) {
      dividing.add(each.withCpuShare(cpuShare.applyAsDouble(each)));
    }
    return dividing;
  }

  /**
   * Returns the reservations with these guaranteed shares.
   *
   * @param problem of these models
   * @param current kept on servers where they are nearly the same
   */
  static ClusterReservations of(
      List<TenantModel> models,
      PlanningProblem problem,
      Shares guaranteed,
      ClusterReservations current) {
    List<Reservation> clusterWide = mean(models, problem, guaranteed);
    SortedMap<String, List<Reservation>> servers = new TreeMap<>();
    if (problem.servers().size() > 1) {
      Map<String, List<Reservation>> own = byServer(models, problem, guaranteed);
      Shares usual = of(clusterWide).shares(models, problem);
      boolean[] differs = new boolean[problem.servers().size()];
      for (int p = 0; p < problem.pairs(); p++) {
        double unit = 1.0 / problem.pieces(problem.server(p));
        differs[problem.server(p)] |=
            Math.abs(guaranteed.cache(p) - usual.cache(p)) >= DIFFERENT * unit
                || Math.abs(guaranteed.hdfs(p) - usual.hdfs(p)) >= DIFFERENT_HDFS * unit;
      }
      for (int s = 0; s < differs.length; s++) {
        String server = problem.servers().get(s);
        if (differs[s]) {
          List<Reservation> before = current.servers.get(server);
          List<Reservation> now =
              Reservations.normalised(own.getOrDefault(server, new ArrayList<>()));
          boolean kept =
              before != null && Reservation.areNear(before, now, SAME / problem.pieces(s));
          servers.put(server, kept ? before : now);
        }
      }
    }
    return new ClusterReservations(clusterWide, servers).dividingCpu(models);
  }

  private static Map<String, List<Reservation>> byServer(
      List<TenantModel> models, PlanningProblem problem, Shares shares) {
    Map<String, List<Reservation>> byServer = new HashMap<>();
    for (int p = 0; p < problem.pairs(); p++) {
      TenantModel model = models.get(problem.tenant(p));
      byServer
          .computeIfAbsent(problem.servers().get(problem.server(p)), s -> new ArrayList<>())
          .add(reservation(model, shares.cache(p), shares.hdfs(p)));
    }
    return byServer;
  }

  private static Reservation reservation(TenantModel model, double cache, double hdfs) {
    return Reservation.of(model.tenant(), model.weight(), Math.min(1, cache), Math.min(1, hdfs));
  }

  /** The mean over the servers where each tenant is; an equal share if it is on none. */
  private static List<Reservation> mean(
      List<TenantModel> models, PlanningProblem problem, Shares shares) {
    List<Reservation> means = new ArrayList<>();
    boolean exact = problem.servers().size() == 1;
    for (int i = 0; i < models.size(); i++) {
      int from = problem.firstPair(i);
      int count = problem.firstPair(i + 1) - from;
      exact &= count > 0;
      double cache = count == 0 ? 1.0 / models.size() : 0;
      double hdfs = cache;
      for (int p = from; p < from + count; p++) {
        cache += shares.cache(p) / count;
        hdfs += shares.hdfs(p) / count;
      }
      means.add(reservation(models.get(i), cache, hdfs));
    }
    return exact ? means : Reservations.normalised(means);
  }

  /** The cluster-wide reservations. */
  public List<Reservation> clusterWide() {
    return clusterWide;
  }

  /** The servers with reservations of their own. */
  public SortedMap<String, List<Reservation>> servers() {
    return servers;
  }

  public boolean isEmpty() {
    return clusterWide.isEmpty();
  }

  /**
   * Returns these with the CPU shares of the models. On several servers the cluster-wide ones leave
   * them out, so that they are by weight; a server where SLOs ask for others has reservations of
   * its own.
   */
  ClusterReservations dividingCpu(List<TenantModel> models) {
    Map<String, Double> weights = new HashMap<>();
    for (TenantModel model : models) {
      model.parts().forEach(part -> weights.merge(part.server(), model.weight(), Double::sum));
    }
    boolean several = weights.size() > 1;
    Set<String> differ = new HashSet<>(servers.keySet());
    if (!several) {
      differ.addAll(weights.keySet());
    }
    for (TenantModel model : models) {
      for (PartModel part : model.parts()) {
        double byWeight = model.weight() / weights.getOrDefault(part.server(), 1.0);
        if (Math.abs(part.cpuShare() - byWeight) >= DIFFERENT_CPU) {
          differ.add(part.server());
        }
      }
    }
    Map<String, Map<TenantId, Double>> shares = new HashMap<>();
    for (TenantModel model : models) {
      for (PartModel part : model.parts()) {
        if (differ.contains(part.server())) {
          shares
              .computeIfAbsent(part.server(), s -> new HashMap<>())
              .put(model.tenant(), part.cpuShare());
        }
      }
    }
    SortedMap<String, List<Reservation>> own = new TreeMap<>(servers);
    if (several) {
      shares.forEach((server, there) -> own.put(server, dividing(among(server, there), there)));
    }
    Map<TenantId, Double> everywhere =
        several || shares.isEmpty() ? new HashMap<>() : shares.values().iterator().next();
    return new ClusterReservations(dividing(clusterWide, everywhere), own);
  }

  private List<Reservation> among(String server, Map<TenantId, Double> tenants) {
    List<Reservation> own = servers.get(server);
    if (own != null) {
      return own;
    }
    List<Reservation> there = new ArrayList<>(clusterWide);
    there.removeIf(reservation -> !tenants.containsKey(reservation.tenant()));
    return Reservations.normalised(there);
  }

  /** CPU shares in parts of what they are together; none if one of them is not known. */
  private static List<Reservation> dividing(
      Collection<Reservation> reservations, Map<TenantId, Double> cpu) {
    ToDoubleFunction<Reservation> share = each -> cpu.getOrDefault(each.tenant(), Double.NaN);
    double sum = reservations.stream().mapToDouble(share).sum();
    return dividing(reservations, each -> share.applyAsDouble(each) / sum);
  }

  /** Returns these, but other cluster-wide reservations. */
  ClusterReservations withClusterWide(List<Reservation> others) {
    return new ClusterReservations(others, servers);
  }

  /** Returns these, but other reservations on one server. */
  ClusterReservations with(String server, List<Reservation> own) {
    SortedMap<String, List<Reservation>> changed = new TreeMap<>(servers);
    changed.put(server, own);
    return new ClusterReservations(clusterWide, changed);
  }

  /** The reservations that count on a server. */
  Collection<Reservation> on(String server) {
    return servers.getOrDefault(server, clusterWide);
  }

  /** The reservations of some tenants on a server, in parts of what these have together. */
  List<Reservation> among(String server, Collection<Reservation> tenants) {
    Map<TenantId, Reservation> there = Reservations.byTenant(on(server));
    there.keySet().retainAll(Reservations.byTenant(tenants).keySet());
    return Reservations.normalised(new ArrayList<>(there.values()));
  }

  /**
   * The shares that these reservations guarantee to the tenants that are on each server. Those of
   * others are divided in proportion, if there are several servers.
   */
  Shares shares(List<TenantModel> models, PlanningProblem problem) {
    Map<TenantId, Integer> positions = new HashMap<>();
    models.forEach(model -> positions.put(model.tenant(), positions.size()));
    Reservation[] usual = new Reservation[models.size()];
    for (Reservation each : clusterWide) {
      Integer tenant = positions.get(each.tenant());
      if (tenant != null) {
        usual[tenant] = each;
      }
    }
    double[] cache = new double[problem.pairs()];
    double[] hdfs = new double[problem.pairs()];
    boolean[] newcomer = new boolean[problem.pairs()];
    for (int s = 0; s < problem.servers().size(); s++) {
      List<Reservation> own = servers.get(problem.servers().get(s));
      for (int p : problem.pairsOn(s)) {
        Reservation counts = usual[problem.tenant(p)];
        cache[p] = counts == null ? 0 : counts.cacheShare();
        hdfs[p] = counts == null ? 0 : counts.hdfsShare();
        newcomer[p] = own != null;
      }
      for (Reservation each : own == null ? Collections.<Reservation>emptyList() : own) {
        Integer tenant = positions.get(each.tenant());
        int p = tenant == null ? -1 : problem.pair(tenant, s);
        if (p >= 0) {
          cache[p] = each.cacheShare();
          hdfs[p] = each.hdfsShare();
          newcomer[p] = false;
        }
      }
    }
    if (problem.servers().size() > 1) {
      normalise(problem, cache, newcomer);
      normalise(problem, hdfs, newcomer);
    }
    return Shares.of(cache, hdfs);
  }

  private static void normalise(PlanningProblem problem, double[] shares, boolean[] newcomer) {
    double[] old = new double[problem.servers().size()];
    double[] come = new double[problem.servers().size()];
    for (int p = 0; p < shares.length; p++) {
      (newcomer[p] ? come : old)[problem.server(p)] += shares[p];
    }
    for (int p = 0; p < shares.length; p++) {
      int s = problem.server(p);
      double all = newcomer[p] ? come[s] : old[s];
      double part =
          come[s] <= 0 ? 1 : newcomer[p] ? ServerShares.NEWCOMERS : 1 - ServerShares.NEWCOMERS;
      shares[p] = all > 0 ? shares[p] / all * part : 0;
    }
  }

  /** Returns a plan with these reservations. */
  public Plan plan(
      long version,
      Plan.Mode mode,
      long nowMillis,
      boolean borrowing,
      PlanExplanation explanation) {
    List<ServerShares> own = new ArrayList<>();
    servers.forEach((server, there) -> own.add(ServerShares.of(server, version, there)));
    return Plan.of(version, mode, nowMillis, borrowing, clusterWide, own, explanation);
  }

  /** Whether others are the same but for rounding. */
  boolean isSame(ClusterReservations other) {
    if (!servers.keySet().equals(other.servers.keySet())
        || !Reservations.areSame(clusterWide, other.clusterWide)) {
      return false;
    }
    for (Map.Entry<String, List<Reservation>> own : servers.entrySet()) {
      if (!Reservations.areSame(own.getValue(), other.on(own.getKey()))) {
        return false;
      }
    }
    return true;
  }
}
