package io.argus.master.model;

import io.argus.core.tenant.TenantId;
import java.util.List;

/** Models of tenants in a cluster of one server. Stateless. */
public final class OneServerModel {
  private OneServerModel() {}

  /** For the parameters see {@link TenantModel}. */
  public static TenantModel of(
      TenantId tenant,
      double weight,
      double throughput,
      boolean demandLimited,
      double isolatedThroughput,
      double bias,
      FunctionChoice choice,
      double cacheFill) {
    return new TenantModel(
        tenant,
        weight,
        throughput,
        demandLimited,
        isolatedThroughput,
        bias,
        choice,
        cacheFill,
        List.of(new PartModel("", 1, choice, bias, cacheFill, 0)));
  }
}
