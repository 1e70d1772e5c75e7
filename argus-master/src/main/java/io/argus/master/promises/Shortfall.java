package io.argus.master.promises;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Text;

/**
 * A promise that cannot be kept: whose, how much can be kept, and what is missing.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Shortfall {
  private final String tenant;
  private final double promised;
  private final double keepable;
  private final String missing;

  Shortfall(TenantId tenant, double promised, double keepable, String missing) {
    this.tenant = tenant.name();
    this.promised = promised;
    this.keepable = keepable;
    this.missing = missing;
  }

  public TenantId tenant() {
    return TenantId.of(tenant);
  }

  /** Operations per second that can be kept beside the other promises. */
  public double keepable() {
    return keepable;
  }

  /** What is missing, one sentence. */
  public String missing() {
    return missing;
  }

  @Override
  public String toString() {
    return Text.format(
        "%s: %.0f of %.0f operations a second can be kept; %s",
        tenant, keepable, promised, missing);
  }
}
