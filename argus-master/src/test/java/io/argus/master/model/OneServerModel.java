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

  /**
   * Returns the same model of a tenant that uses the CPU.
   *
   * @param need part of the CPU that it would use, 0..1
   * @param full operations per second with all of it
   */
  public static TenantModel usingCpu(TenantModel model, double need, double full) {
    return model.sharing(List.of(PartCpu.needing(need, full)));
  }
}
