package io.argus.master.metering;

import io.argus.core.tenant.TenantId;

/**
 * The throughput loss of a tenant at a moment, by the model.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantLoss {
  final TenantId tenant;
  final double loss;
  final double lostPerSecond;
  final boolean belowSlo;

  /**
   * @param loss part of its isolated throughput that is lost, 0..1
   * @param isolatedThroughput operations per second that it would do alone
   * @param belowSlo whether an SLO of it is missed
   */
  public TenantLoss(TenantId tenant, double loss, double isolatedThroughput, boolean belowSlo) {
    this.tenant = tenant;
    this.loss = loss;
    this.lostPerSecond = loss * isolatedThroughput;
    this.belowSlo = belowSlo;
  }
}
