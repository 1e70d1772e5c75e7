package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What the performance model keeps from one planning round to the next: each tenant's bias and the
 * function that it belongs to, and the most handler time that the cluster was seen to use.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ModelState {
  /** The state before the first round. */
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

  /** Name of the tenant's function in the last round; empty if it had none. */
  String function(TenantId tenant) {
    TenantModel before = models.get(tenant);
    return before == null ? "" : before.functionName();
  }

  /** The tenant's bias in the last round, if it had the same function then. */
  OptionalDouble bias(TenantId tenant, String function) {
    TenantModel before = models.get(tenant);
    return before != null && before.functionName().equals(function)
        ? OptionalDouble.of(before.bias())
        : OptionalDouble.empty();
  }

  /** The most handler seconds per second seen so far; it decays slowly. */
  double peakHandlerFraction() {
    return peakHandlerFraction;
  }
}
