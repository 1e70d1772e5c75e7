package io.argus.master.model;

import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The models of tenants in a cluster of several servers: a part for each server that reports the
 * tenant, with a function of the tenant's own figures there.
 *
 * <p>A server that a tenant waits for is taken as a cluster of its own. On the others the figures
 * say what an operation costs, but not what the server could do: there the limit is that of the
 * handlers. The isolated throughput is what the most crowded server would allow the tenant alone,
 * b_i = min over s of f_is(1, 1) / d_is.
 *
 * <p>A function that holds for the cluster as a whole, such as a profile, was measured with an
 * evenly spread tenant. It counts where this tenant is nearly evenly spread, too, and where a
 * server knows too little of the tenant.
 *
 * <p>Not changed once built; safe for use by any thread.
 */
final class SpreadTenants {
  /** Throughput of a server that does not hold up a tenant which hardly uses it. */
  static final double UNLIMITED = 1e12;

  private final PresentShares present;
  private final Assessment before;
  private final double peakHandlerFraction;
  private final Map<String, ClusterUsage> servers = new HashMap<>();
  private final Map<TenantId, List<String>> serversOf = new HashMap<>();

  /**
   * @param peakHandlerFraction most handler seconds per second that any server was seen to spend
   */
  SpreadTenants(
      ClusterUsage cluster, PresentShares present, Assessment before, double peakHandlerFraction) {
    this.present = present;
    this.before = before;
    this.peakHandlerFraction = peakHandlerFraction;
    for (UsageReport report : cluster.reports()) {
      servers.put(report.server(), ClusterUsage.of(report));
      for (TenantUsage usage : report.tenants()) {
        serversOf.computeIfAbsent(usage.tenant(), t -> new ArrayList<>()).add(report.server());
      }
    }
  }

  /** A tenant on the servers that report it. */
  private final class Spread {
    final TenantId tenant;
    final List<String> names;
    final List<ObservedLimits> limits = new ArrayList<>();
    final double[] operations;
    final double[] demandShares;

    /** Whether some server holds the tenant up. */
    final boolean backlogged;

    Spread(TenantId tenant) {
      this.tenant = tenant;
      names = serversOf.getOrDefault(tenant, new ArrayList<>());
      operations = new double[names.size()];
      double[] sharesBefore = new double[names.size()];
      for (int s = 0; s < operations.length; s++) {
        ClusterUsage there = server(s);
        TenantUsage usage = there.tenantOrIdle(tenant);
        Reservation reservation = present.on(names.get(s), tenant);
        limits.add(new ObservedLimits(usage, there, reservation, peakHandlerFraction));
        operations[s] = usage.totalOperationsPerSecond() * there.reports().get(0).windowSeconds();
        sharesBefore[s] = before.demandShare(tenant, names.get(s));
      }
      demandShares = DemandShares.of(operations, sharesBefore);
      backlogged = limits.stream().anyMatch(l -> !l.isIdle() && l.isHeldBack());
    }

    ClusterUsage server(int s) {
      return SpreadTenants.this.server(names.get(s));
    }

    PartModel part(int s, FunctionChoice choice, double bias) {
      return new PartModel(
              names.get(s), demandShares[s], choice, bias, limits.get(s).cacheFill(), operations[s])
          .having(limits.get(s));
    }

    /** An equal part of what the tenant could do, if it is known. */
    double equalPart() {
      double least = Double.POSITIVE_INFINITY;
      for (int s = 0; s < operations.length; s++) {
        ObservedLimits there = limits.get(s);
        if (there.suffice() && demandShares[s] > 0) {
          int sharers = server(s).tenants().size();
          least = Math.min(least, there.potential() / sharers / demandShares[s]);
        }
      }
      return least;
    }
  }

  /**
   * Returns the model of a tenant.
   *
   * @param whole its limits if the cluster were one server
   * @param ofWhole its function if the cluster were one server
   */
  TenantModel model(
      TenantId tenant, double weight, ObservedLimits whole, Supplier<FunctionChoice> ofWhole) {
    Spread spread = new Spread(tenant);
    if (whole.isIdle()) {
      return model(spread, weight, whole, true, 0, idleParts(spread), PerformanceModel.idle());
    }
    boolean demandLimited =
        !spread.backlogged && (!whole.suffice() || whole.throughput() < spread.equalPart());
    if (demandLimited) {
      double demand = whole.demand();
      List<PartModel> parts = new ArrayList<>();
      for (int s = 0; s < spread.operations.length; s++) {
        double local = demand * spread.demandShares[s];
        parts.add(spread.part(s, PerformanceModel.demandLimited(spread.limits.get(s), local), 1));
      }
      return model(
          spread,
          weight,
          whole,
          true,
          demand,
          parts,
          PerformanceModel.demandLimited(whole, demand));
    }
    FunctionChoice choice = ofWhole.get();
    List<PartModel> parts = new ArrayList<>();
    double isolated = Double.POSITIVE_INFINITY;
    for (int s = 0; s < spread.operations.length; s++) {
      PartModel part = part(spread, s, choice);
      parts.add(part);
      if (part.demandShare() > 0) {
        isolated = Math.min(isolated, part.full() / part.demandShare());
      }
    }
    double most = isolated < UNLIMITED ? isolated : 0;
    double full = Math.max(most, whole.throughput());
    return model(spread, weight, whole, false, full, parts, choice);
  }

  private ClusterUsage server(String name) {
    return servers.getOrDefault(name, ClusterUsage.NONE);
  }

  private static List<PartModel> idleParts(Spread spread) {
    List<PartModel> parts = new ArrayList<>();
    for (int s = 0; s < spread.operations.length; s++) {
      parts.add(spread.part(s, PerformanceModel.idle(), 1));
    }
    return parts;
  }

  private static TenantModel model(
      Spread spread,
      double weight,
      ObservedLimits whole,
      boolean demandLimited,
      double isolatedThroughput,
      List<PartModel> parts,
      FunctionChoice choice) {
    double bias = 0;
    for (PartModel part : parts) {
      bias += part.demandShare() * part.bias();
    }
    return new TenantModel(
        spread.tenant,
        weight,
        whole.throughput(),
        demandLimited,
        isolatedThroughput,
        parts.isEmpty() ? 1 : bias,
        choice,
        whole.cacheFill(),
        parts);
  }

  private PartModel part(Spread spread, int s, FunctionChoice whole) {
    ObservedLimits limits = spread.limits.get(s);
    if (limits.isIdle()) {
      String why = "less than 1 op/s on this server";
      return spread.part(s, new FunctionChoice("none", why, (c, h) -> UNLIMITED, true), 1);
    }
    FunctionChoice choice = choice(spread, s, whole);
    return spread.part(
        s,
        choice,
        PerformanceModel.bias(spread.tenant, spread.names.get(s), choice, limits, before));
  }

  private FunctionChoice choice(Spread spread, int s, FunctionChoice whole) {
    ObservedLimits limits = spread.limits.get(s);
    boolean even = DemandShares.areNearlyEven(spread.demandShares, servers.size());
    boolean ownFigures = whole.name.equals(PerformanceModel.OBSERVED) || !even;
    if (ownFigures && limits.suffice()) {
      boolean heldUpElsewhere = spread.backlogged && !limits.isHeldBack();
      return PerformanceModel.observed(
          limits, heldUpElsewhere ? limits.otherLimitOfRoomyServer() : limits.otherLimit());
    }
    double scale = even ? spread.demandShares[s] : 1.0 / servers.size();
    return new FunctionChoice(
        whole.name,
        whole.why,
        (c, h) -> scale * whole.function.throughput(c, h),
        whole.absolute,
        whole.error());
  }

  /**
   * Whether the miss-ratio curve of a tenant will be known soon on a server that lacks it. Servers
   * that hardly serve the tenant do not count.
   */
  boolean isCurveComing(TenantModel model) {
    double most = model.parts().stream().mapToDouble(PartModel::demandShare).max().orElse(0);
    for (PartModel part : model.parts()) {
      if (part.demandShare() < most / 2) {
        continue;
      }
      ClusterUsage there = server(part.server());
      ObservedLimits limits =
          new ObservedLimits(
              there.tenantOrIdle(model.tenant()),
              there,
              present.on(part.server(), model.tenant()),
              0);
      if (limits.isCurveComing() && part.choice().name.equals(PerformanceModel.OBSERVED)) {
        return true;
      }
    }
    return false;
  }
}
