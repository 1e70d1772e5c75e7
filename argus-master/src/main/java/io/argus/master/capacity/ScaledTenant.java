package io.argus.master.capacity;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.TenantUsage;
import io.argus.master.capacity.OperationCost.Beyond;
import io.argus.master.model.FunctionChoice;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A tenant as the planner would model it on another number of servers, each like the current ones.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ScaledTenant {
  /** Demand of a tenant that uses whatever it gets. */
  static final double UNLIMITED = 0;

  /** Limit of a throughput of which no limit is known. */
  static final double UNKNOWN = 1e9;

  private static final double NONE = 1e-9;

  /** Demand of an idle tenant. */
  private static final double NEXT_TO_NONE = 1e-6;

  final TenantId tenant;

  /** The tenant whose regions and figures it has: itself, or the one that it is like. */
  final TenantId like;

  final TenantModel model;

  /** What it asks for, operations per second; {@link #UNLIMITED} if it uses whatever it gets. */
  final double demand;

  /** Whether the demand is an SLO, or that of a tenant to be added. */
  final boolean hasSlo;

  /** CPU seconds of an operation; 0 if not known. */
  final double cpuSeconds;

  /** Requests in servers at once, in the mean. */
  final double requestsInside;

  private final OperationCost cost;
  private final double seenDemandShare;
  private final double seenCacheFill;

  private ScaledTenant(ScaledTenant other, TenantId tenant, double demand) {
    this.tenant = tenant;
    this.demand = demand;
    this.hasSlo = true;
    this.like = other.like;
    this.model = other.model;
    this.cpuSeconds = other.cpuSeconds;
    this.requestsInside = other.requestsInside;
    this.cost = other.cost;
    this.seenDemandShare = other.seenDemandShare;
    this.seenCacheFill = other.seenCacheFill;
  }

  /**
   * @param usage on all servers
   */
  ScaledTenant(TenantModel model, TenantUsage usage) {
    this.tenant = model.tenant();
    this.like = tenant;
    this.model = model;
    this.demand =
        model.isDemandLimited() ? Math.max(NEXT_TO_NONE, model.isolatedThroughput()) : UNLIMITED;
    this.hasSlo = false;
    double operations = usage.totalOperationsPerSecond();
    this.cpuSeconds = operations > 0 ? usage.cpuFraction() / operations : 0;
    this.requestsInside =
        usage.queueWaitFraction()
            + usage.hdfsWaitFraction()
            + usage.hdfsReadFraction()
            + usage.handlerFraction();
    PartModel part = bestKnown(model);
    OperationCost seen = OperationCost.of(part);
    // The function of a demand-limited tenant ends at its demand: what else limits it is not known.
    this.cost = model.isDemandLimited() ? seen.below(UNKNOWN) : seen;
    this.seenDemandShare = part.demandShare();
    this.seenCacheFill = part.cacheFill();
  }

  /** The part that serves most of its operations, of those whose function says something. */
  private static PartModel bestKnown(TenantModel model) {
    if (model.parts().isEmpty()) {
      return new PartModel("", 1, model.choice(), 1, 1, 0);
    }
    PartModel best = model.parts().get(0);
    for (PartModel part : model.parts()) {
      boolean alike = best.isUnlimited() == part.isUnlimited();
      if (alike ? part.demandShare() > best.demandShare() : best.isUnlimited()) {
        best = part;
      }
    }
    return best;
  }

  /** Returns a tenant that is like this one, or by its own name the same one, with an SLO. */
  ScaledTenant withSlo(TenantId name, double operationsPerSecond) {
    return new ScaledTenant(this, name, operationsPerSecond);
  }

  /** What its clients ask for, without headroom; {@link #UNLIMITED} for all that they can get. */
  double asks() {
    return hasSlo || demand == UNLIMITED ? demand : model.throughput();
  }

  /** Whether enough is known of it to predict what other shares bring. */
  boolean isKnown() {
    return !model.functionName().equals("none");
  }

  /**
   * The tenant on one of n servers that are alike, in local operations per second, as if that
   * server were the cluster.
   *
   * @param asked its demand, or {@link #UNLIMITED}
   */
  TenantModel onOne(double servers, double asked, Beyond beyond) {
    return model(new String[] {""}, new double[] {1 / servers}, asked, true, beyond);
  }

  /**
   * The tenant on servers.
   *
   * @param names of the servers
   * @param demands the part of its operations that each serves
   */
  TenantModel on(String[] names, double[] demands, double asked, Beyond beyond) {
    return model(names, demands, asked, false, beyond);
  }

  private TenantModel model(
      String[] names, double[] demands, double asked, boolean local, Beyond beyond) {
    List<PartModel> parts = new ArrayList<>();
    double isolated = Double.POSITIVE_INFINITY;
    for (int s = 0; s < names.length; s++) {
      if (demands[s] > NONE) {
        PartModel part = part(names[s], demands[s], asked, local, beyond);
        parts.add(part);
        isolated = Math.min(isolated, part.full() / part.demandShare());
      }
    }
    boolean limited = asked != UNLIMITED;
    double scale = local ? demands[0] : 1;
    double most = limited ? asked * scale : isolated;
    return new TenantModel(
        tenant,
        model.weight(),
        most,
        limited,
        most,
        1,
        parts.isEmpty() ? choice((c, h) -> 0) : parts.get(0).choice(),
        1,
        parts);
  }

  private PartModel part(String server, double demand, double asked, boolean local, Beyond beyond) {
    double ratio = seenDemandShare / demand;
    double most = asked == UNLIMITED ? Double.MAX_VALUE : asked * demand;
    PerformanceFunction function = (c, h) -> Math.min(most, cost.throughput(c, h, ratio, beyond));
    double fill = seenCacheFill >= 1 ? 1 : Math.min(1, seenCacheFill / ratio);
    return new PartModel(server, local ? 1 : demand, choice(function), 1, fill, 0);
  }

  private FunctionChoice choice(PerformanceFunction function) {
    return new FunctionChoice(model.functionName(), model.why(), function, true, 0);
  }

  /** The names of tenants in order, for messages. */
  static List<String> names(List<ScaledTenant> tenants) {
    List<String> names = new ArrayList<>();
    tenants.forEach(each -> names.add(each.tenant.name()));
    Collections.sort(names);
    return names;
  }
}
