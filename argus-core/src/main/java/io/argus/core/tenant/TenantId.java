package io.argus.core.tenant;

import io.argus.core.text.Shortened;
import java.util.regex.Pattern;

/**
 * The name of a tenant, the owner of one or more tables.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantId implements Comparable<TenantId> {
  /** Owns the tables that nothing maps to a tenant. Has a reservation like any other tenant. */
  public static final TenantId DEFAULT = new TenantId("default");

  /** Stands for the system tables, which belong to no tenant. No tenant can have this name. */
  public static final TenantId SYSTEM = new TenantId("system.tables");

  /**
   * Owns cached blocks of files whose table is not known yet. No tenant can have this name, and it
   * has no reservation.
   */
  public static final TenantId UNKNOWN = new TenantId("unknown.tables");

  private static final Pattern LEGAL = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}");

  private final String name;

  private TenantId(String name) {
    this.name = name;
  }

  /**
   * Returns the tenant of that name.
   *
   * @throws IllegalArgumentException if the name is not 1 to 128 letters, digits, '_', '.' or '-',
   *     or is that of {@link #SYSTEM} or {@link #UNKNOWN}
   */
  public static TenantId of(String name) {
    if (!isLegal(name)) {
      throw new IllegalArgumentException(
          String.format(
              "tenant name '%s' is not legal: 1 to 128 letters, digits, '_', '.' or '-', not starting"
                  + " with '.' or '-', and neither %s nor %s",
              Shortened.of(name), SYSTEM.name, UNKNOWN.name));
    }
    return name.equals(DEFAULT.name) ? DEFAULT : new TenantId(name);
  }

  /** Whether a name stands for no tenant: {@link #SYSTEM} or {@link #UNKNOWN}. */
  public boolean isNoTenant() {
    return this.equals(SYSTEM) || this.equals(UNKNOWN);
  }

  /** Whether a tenant may have that name. */
  public static boolean isLegal(String name) {
    return LEGAL.matcher(name).matches() && !name.equals(SYSTEM.name) && !name.equals(UNKNOWN.name);
  }

  public String name() {
    return name;
  }

  @Override
  public int compareTo(TenantId other) {
    return name.compareTo(other.name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TenantId && ((TenantId) other).name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }

  @Override
  public String toString() {
    return name;
  }
}
