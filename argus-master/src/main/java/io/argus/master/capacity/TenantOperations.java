package io.argus.master.capacity;

import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.List;

/**
 * A tenant and operations per second: an SLO, or the demand of a tenant to be added that is like
 * this one. Written {@code TENANT:OPS}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantOperations {
  private static final double MAX_OPERATIONS = 1e9;
  private static final int MAX_TENANTS = 100;

  final TenantId tenant;
  final double operationsPerSecond;

  private TenantOperations(TenantId tenant, double operationsPerSecond) {
    this.tenant = tenant;
    this.operationsPerSecond = operationsPerSecond;
  }

  public static TenantOperations of(TenantId tenant, double operationsPerSecond) {
    if (!(operationsPerSecond > 0 && operationsPerSecond <= MAX_OPERATIONS)) {
      throw new IllegalArgumentException(
          "operations a second of "
              + tenant
              + " are "
              + operationsPerSecond
              + ": must be above 0, at most 1000000000");
    }
    return new TenantOperations(tenant, operationsPerSecond);
  }

  /**
   * Reads {@code TENANT:OPS,TENANT:OPS}; nothing is an empty list.
   *
   * @throws IllegalArgumentException saying what would be right
   */
  public static List<TenantOperations> parse(String text) {
    List<TenantOperations> list = new ArrayList<>();
    if (!text.isEmpty()) {
      String[] parts = text.split(",", -1);
      if (parts.length > MAX_TENANTS) {
        throw new IllegalArgumentException(
            "tenants with operations a second are "
                + parts.length
                + ": must be at most "
                + MAX_TENANTS);
      }
      for (String part : parts) {
        list.add(one(part.trim()));
      }
    }
    return list;
  }

  private static TenantOperations one(String text) {
    int colon = text.lastIndexOf(':');
    try {
      if (colon > 0) {
        return of(
            TenantId.of(text.substring(0, colon)), Double.parseDouble(text.substring(colon + 1)));
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException(
        "'"
            + Shortened.of(text)
            + "' is not TENANT:OPS, a tenant and operations a second, such as alice:500");
  }

  @Override
  public String toString() {
    return tenant + ":" + operationsPerSecond;
  }
}
