package io.argus.master.model;

import io.argus.core.performance.ResourceBoundFunction;
import io.argus.core.plan.Plan;
import io.argus.core.plan.Reservation;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.MissRatioCurve;
import io.argus.core.usage.TenantUsage;
import io.argus.core.usage.UsageReport;
import io.argus.master.monitor.ClusterUsage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The models of a cluster's tenants: a part for each server that reports the tenant, with a
 * function of the tenant's own figures there.
 *
 * <p>A server that a tenant waits for is taken as a cluster of its own. On the others the figures
 * say what an operation costs, but not what the server could do: there the limit is that of the
 * handlers. The isolated throughput is what the bottleneck server would allow the tenant alone, b_i
 * = min over s of f_is(1, 1) / d_is.
 *
 * <p>A function that holds for the cluster as a whole, such as a profile, was measured with an
 * evenly spread tenant. It counts where this tenant is nearly evenly spread, too, and where a
 * server knows too little of the tenant.
 *
 * <p>Not changed once built; safe for use by any thread.
 */
final class SpreadTenants {
  /** Throughput of a server that is no bottleneck of a tenant which hardly uses it. */
  static final double UNLIMITED = 1e12;

  private final Assessment before;
  private final double peakOfAll;
  private final double peakOfOne;
  private final Capacity capacity;
  private final double spanSeconds;
  private final ClusterUsage cluster;
  private final Map<String, Capacity> capacities;

  /** Of each tenant, in the order of {@link ClusterUsage#local}. */
  private final Map<TenantId, List<Place>> places = new HashMap<>();

  private boolean curveIsComing;

  /** What a tenant finds on a server that reports it. */
  private static final class Place {
    final Capacity capacity;
    final FairParts used;
    final Reservation reservation;

    Place(Capacity capacity, FairParts used, Reservation reservation) {
      this.capacity = capacity;
      this.used = used;
      this.reservation = reservation;
    }
  }

  /**
   * @param peaks most handler seconds per second that each server was seen to spend
   * @param spanSeconds length up to which the windows of reports add up
   * @param weights of tenants that do not weigh 1
   */
  SpreadTenants(
      ClusterUsage cluster,
      Optional<Plan> current,
      Assessment before,
      Map<String, Double> peaks,
      double spanSeconds,
      Map<TenantId, Double> weights) {
    this.spanSeconds = spanSeconds;
    this.cluster = cluster;
    this.before = before;
    this.peakOfAll = peaks.values().stream().mapToDouble(Double::doubleValue).sum();
    this.peakOfOne = peaks.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    this.capacity = Capacity.of(cluster);
    this.capacities = Capacity.byServer(cluster.reports());
    for (UsageReport report : cluster.reports()) {
      Capacity here = capacities.getOrDefault(report.server(), Capacity.NONE);
      List<FairParts> used = FairParts.of(report, here.hdfsBytesPerSecond, weights);
      for (int i = 0; i < used.size(); i++) {
        TenantId tenant = report.tenants().get(i).tenant();
        Reservation reservation =
            current
                .flatMap(plan -> plan.reservation(tenant, report.server()))
                .orElseGet(() -> Reservation.of(tenant, 0, 0));
        places
            .computeIfAbsent(tenant, t -> new ArrayList<>())
            .add(new Place(here, used.get(i), reservation));
      }
    }
  }

  /** The limits of a tenant if the cluster were one server. */
  ObservedLimits whole(TenantUsage usage, Reservation reservation) {
    List<ClusterUsage.Local> there = cluster.local(usage.tenant());
    List<FairParts> used = new ArrayList<>();
    places(usage.tenant()).forEach(place -> used.add(place.used));
    ObservedLimits.Of of = of(usage.tenant(), there, peakOfAll);
    return new ObservedLimits(of, usage, there, used, capacity, reservation);
  }

  private ObservedLimits.Of of(TenantId tenant, List<ClusterUsage.Local> there, double peak) {
    return new ObservedLimits.Of(there, peak, before.tenant(tenant));
  }

  private List<Place> places(TenantId tenant) {
    return places.getOrDefault(tenant, Collections.emptyList());
  }

  /** A tenant on the servers that report it. */
  private final class Spread {
    final TenantId tenant;
    final List<ClusterUsage.Local> there;
    final List<Place> places;
    final List<ObservedLimits> limits = new ArrayList<>();
    final double[] operations;
    final double[] demandShares;

    /** Whether the tenant uses all servers of the cluster in about equal parts. */
    final boolean even;

    /** Whether some server holds the tenant up. */
    final boolean heldBack;

    /** Whether it shows on some server by what. */
    final boolean placed;

    Spread(TenantId tenant) {
      this.tenant = tenant;
      there = cluster.local(tenant);
      places = places(tenant);
      operations = new double[there.size()];
      double[] arrivals = new double[there.size()];
      double[] seconds = new double[there.size()];
      ObservedLimits.Of everywhere = of(tenant, there, peakOfOne);
      double[] sharesBefore = new double[there.size()];
      for (int s = 0; s < operations.length; s++) {
        ClusterUsage.Local local = there.get(s);
        TenantUsage usage = local.usage();
        limits.add(
            new ObservedLimits(
                everywhere,
                usage,
                Collections.singletonList(local),
                Collections.singletonList(places.get(s).used),
                capacity(s),
                places.get(s).reservation));
        operations[s] = usage.totalOperationsPerSecond() * local.windowSeconds();
        arrivals[s] = usage.arrivalsPerSecond();
        seconds[s] = local.windowSeconds();
        sharesBefore[s] = before.demandShare(tenant, local.server());
      }
      demandShares = DemandShares.of(arrivals, seconds, sharesBefore);
      even = DemandShares.areNearlyEven(demandShares, capacities.size());
      heldBack = limits.stream().anyMatch(l -> !l.isIdle() && l.isHeldBack());
      placed = limits.stream().anyMatch(l -> !l.isIdle() && l.isHeldBackHere());
    }

    /**
     * Whether a server may be the bottleneck of the tenant. A tenant with another bottleneck server
     * does little here, and the little that waits here says nothing about what it could do.
     */
    boolean mayBeBottleneck(int s) {
      return placed ? limits.get(s).isHeldBackHere() : limits.get(s).isHeldBack();
    }

    /** Whether a server that lacks the miss-ratio curve will know it soon. */
    boolean isCurveComing(int s) {
      return limits.get(s).isCurveComing(there.get(s).windowSeconds(), spanSeconds);
    }

    String server(int s) {
      return there.get(s).server();
    }

    Capacity capacity(int s) {
      return places.get(s).capacity;
    }

    PartModel part(int s, FunctionChoice choice, double bias) {
      ObservedLimits there = limits.get(s);
      PartModel part =
          new PartModel(server(s), demandShares[s], choice, bias, there.cacheFill(), operations[s]);
      return part.having(there, mayBeBottleneck(s))
          .with(there.cpu(part.full(), mayBeBottleneck(s)));
    }

    /** Whether its clients ask for less than it could have, as far as it shows. */
    boolean isDemandLimited(ObservedLimits whole) {
      return !heldBack
          && (!whole.suffice() || limits.stream().allMatch(l -> l.isIdle() || l.asksForLess()));
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
    if (spread.isDemandLimited(whole)) {
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
    double most = Arrays.stream(spread.demandShares).max().orElse(0);
    double isolated = Double.POSITIVE_INFINITY;
    for (int s = 0; s < spread.operations.length; s++) {
      PartModel part = part(spread, s, choice, whole);
      parts.add(part);
      curveIsComing |=
          part.demandShare() >= most / 2
              && part.choice().name.equals(PerformanceModel.OBSERVED)
              && spread.isCurveComing(s);
      if (part.demandShare() > 0) {
        isolated = Math.min(isolated, part.full() / part.demandShare());
      }
    }
    double known = isolated < UNLIMITED ? isolated : 0;
    double full = Math.max(known, whole.throughput());
    return model(spread, weight, whole, false, full, parts, choice);
  }

  /** A tenant that no server reports is on the only one. */
  private List<PartModel> idleParts(Spread spread) {
    List<PartModel> parts = new ArrayList<>();
    if (spread.there.isEmpty() && capacities.size() <= 1) {
      String only = capacities.isEmpty() ? "" : capacities.keySet().iterator().next();
      parts.add(new PartModel(only, 1, PerformanceModel.idle(), 1, 0, 0));
    }
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

  private PartModel part(Spread spread, int s, FunctionChoice whole, ObservedLimits limitsOfWhole) {
    ObservedLimits limits = spread.limits.get(s);
    if (limits.isIdle()) {
      String why = "less than 1 op/s on this server";
      return spread.part(s, new FunctionChoice("none", why, (c, h) -> UNLIMITED, true), 1);
    }
    double most = spread.capacity(s).hdfsBytesPerSecond / limitsOfWhole.bytesPerOperation();
    if (limits.isHardlyServed() && most > 0) {
      // Its figures there are noise, and those of its other servers follow from what this one does.
      String why = "hardly served on this server: as many bytes an operation as elsewhere";
      return spread.part(s, new FunctionChoice("none", why, (c, h) -> h * most, true), 1);
    }
    FunctionChoice choice = choice(spread, s, whole, limitsOfWhole.curve());
    return spread.part(
        s,
        choice,
        PerformanceModel.bias(
            spread.tenant, spread.server(s), choice, limits, spread.mayBeBottleneck(s), before));
  }

  /**
   * @param curveOfWhole the tenant's curve over all servers. It counts on a server that never knows
   *     enough of what more cache would bring: a few hits there say next to nothing.
   */
  private FunctionChoice choice(
      Spread spread, int s, FunctionChoice whole, MissRatioCurve curveOfWhole) {
    ObservedLimits limits = spread.limits.get(s);
    boolean even = spread.even;
    boolean ownFigures = whole.name.equals(PerformanceModel.OBSERVED) || !even;
    if (ownFigures && limits.suffice()) {
      boolean limitedElsewhere = spread.heldBack && !spread.mayBeBottleneck(s);
      double otherLimit = limitedElsewhere ? limits.otherLimitOfRoomyServer() : limits.otherLimit();
      // The tenant's function explains itself; a sentence for each server would be long to make.
      boolean knows = limits.hasCurve() || spread.isCurveComing(s);
      MissRatioCurve curve = knows ? limits.curve() : curveOfWhole;
      ResourceBoundFunction function = limits.bounded(otherLimit, curve);
      return new FunctionChoice(PerformanceModel.OBSERVED, "", function, true);
    }
    if (capacities.size() == 1) {
      return whole;
    }
    double scale = even ? spread.demandShares[s] : 1.0 / capacities.size();
    return new FunctionChoice(
        whole.name,
        whole.why,
        (c, h) -> scale * whole.function.throughput(c, h),
        whole.absolute,
        whole.error());
  }

  /**
   * Whether the miss-ratio curve of a tenant that is not demand-limited will be known soon on a
   * server that lacks it. Servers that hardly serve the tenant do not count.
   */
  boolean isCurveComing() {
    return curveIsComing;
  }
}
