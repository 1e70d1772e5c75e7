package io.argus.master;

import io.argus.core.TenantId;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/**
 * What the performance model remembers from one planning round to the next: each tenant's bias and
 * the function it belongs to, and the most handler time the cluster was seen to spend.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ModelState {
  private static final double GROWN = 2;

  /** Of a planner that has not seen a round yet. */
  public static final ModelState EMPTY = new ModelState(Collections.emptyMap(), 0);

  private final Map<TenantId, TenantModel> models;
  private final double peakHandlerFraction;

  private ModelState(Map<TenantId, TenantModel> models, double peakHandlerFraction) {
    this.models = models;
    this.peakHandlerFraction = peakHandlerFraction;
  }

  static ModelState of(Iterable<TenantModel> models, double peakHandlerFraction) {
    Map<TenantId, TenantModel> byTenant = new HashMap<>();
    for (TenantModel model : models) {
      byTenant.put(model.tenant(), model);
    }
    return new ModelState(Collections.unmodifiableMap(byTenant), peakHandlerFraction);
  }

  /** Name of the function that the tenant had in the round before; empty if none. */
  String function(TenantId tenant) {
    TenantModel before = models.get(tenant);
    return before == null ? "" : before.functionName();
  }

  /** The tenants that by these models could use at least twice what they could before. */
  Set<TenantId> grown(Iterable<TenantModel> now) {
    Set<TenantId> grown = new TreeSet<>();
    for (TenantModel model : now) {
      TenantModel before = models.get(model.tenant());
      if (before != null && !model.isSlow() && model.baseline() >= GROWN * before.baseline()) {
        grown.add(model.tenant());
      }
    }
    return grown;
  }

  /** The tenant's bias of the round before, if it had the same function then. */
  OptionalDouble bias(TenantId tenant, String function) {
    TenantModel before = models.get(tenant);
    return before != null && before.functionName().equals(function)
        ? OptionalDouble.of(before.bias())
        : OptionalDouble.empty();
  }

  /** Handler seconds per second. */
  double peakHandlerFraction() {
    return peakHandlerFraction;
  }
}
