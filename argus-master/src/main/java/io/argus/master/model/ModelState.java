package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the performance model remembers from one planning round to the next: each tenant's bias and
 * the function it belongs to, and the most handler time the cluster was seen to spend.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ModelState {
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
