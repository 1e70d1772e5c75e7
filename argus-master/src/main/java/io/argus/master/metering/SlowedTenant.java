package io.argus.master.metering;

import io.argus.core.tenant.TenantId;

/**
 * How much a tenant is slowed at a moment, by the model.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class SlowedTenant {
  final TenantId tenant;
  final double slowdown;
  final double lostPerSecond;
  final boolean belowPromise;

  /**
   * @param slowdown its throughput violation, 0..1
   * @param isolatedThroughput operations per second that it would do alone
   * @param belowPromise whether something that it is promised is missed
   */
  public SlowedTenant(
      TenantId tenant, double slowdown, double isolatedThroughput, boolean belowPromise) {
    this.tenant = tenant;
    this.slowdown = slowdown;
    this.lostPerSecond = slowdown * isolatedThroughput;
    this.belowPromise = belowPromise;
  }
}
