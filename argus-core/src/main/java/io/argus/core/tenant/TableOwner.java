package io.argus.core.tenant;

import java.util.Locale;

/**
 * Which tenant a table belongs to, and why.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TableOwner {
  /** What decided. */
  public enum By {
    /** The table's own attribute. */
    ATTRIBUTE,
    /** A rule of {@code argus.tenant.rules}. */
    RULE,
    /** The default: its namespace is the tenant. */
    NAMESPACE,
    /** The default of a platform without namespaces: the table is the tenant. */
    TABLE,
    /** None of these names a tenant: the table belongs to {@link TenantId#DEFAULT}. */
    NOBODY
  }

  private final String table;
  private final String tenant;
  private final By by;
  private final String rule;

  TableOwner(TableDescription table, TenantId tenant, By by, String rule) {
    this.table = table.toString();
    this.tenant = tenant.name();
    this.by = by;
    this.rule = rule;
  }

  /** Whether no member is missing; one that was read from JSON may lack any of them. */
  public boolean isComplete() {
    return table != null && tenant != null && by != null && rule != null;
  }

  /** With its namespace, unless that is the default one. */
  public String table() {
    return table;
  }

  public String tenant() {
    return tenant;
  }

  public By by() {
    return by;
  }

  /** The attribute or rule as it is written; empty if neither decided. */
  public String rule() {
    return rule;
  }

  /** The reason as a phrase for operators. */
  public String reason() {
    switch (by) {
      case ATTRIBUTE:
        return "table attribute " + rule;
      case RULE:
        return TenantRules.KEY + ": " + rule;
      case NOBODY:
        return "unmapped: neither attribute nor rule nor namespace names a tenant";
      default:
        return "no attribute, no rule: its "
            + by.name().toLowerCase(Locale.ROOT)
            + " is the tenant";
    }
  }
}
