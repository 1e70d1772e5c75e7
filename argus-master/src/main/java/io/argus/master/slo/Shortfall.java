package io.argus.master.slo;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;

/**
 * An SLO that cannot be met: whose, how much is achievable, and what is missing.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Shortfall {
  private final String tenant;
  private final double target;
  private final double achievable;
  private final String missing;

  Shortfall(TenantId tenant, double target, double achievable, String missing) {
    this.tenant = tenant.name();
    this.target = target;
    this.achievable = achievable;
    this.missing = missing;
  }

  public TenantId tenant() {
    return TenantId.of(tenant);
  }

  /** Operations per second that are achievable beside the other SLOs. */
  public double achievable() {
    return achievable;
  }

  /** What is missing, one sentence. */
  public String missing() {
    return missing;
  }

  @Override
  public String toString() {
    return Text.format(
        "%s: %.0f of %.0f operations a second can be met; %s", tenant, achievable, target, missing);
  }
}
