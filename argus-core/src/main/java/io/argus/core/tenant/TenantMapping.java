package io.argus.core.tenant;

import io.argus.core.tenant.TableOwner.By;
import io.argus.core.text.Shortened;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which tenant owns a table: its attribute {@value #TABLE_ATTRIBUTE} first, then the rules
 * of {@code argus.tenant.rules} in their order, then the default of the platform. An attribute that
 * is no legal tenant name counts as absent.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantMapping {
  /** Table attribute that names the tenant of a table. */
  public static final String TABLE_ATTRIBUTE = "ARGUS_TENANT";

  /** Table attribute that, if it is true, lets kept rows of a table answer gets. */
  public static final String ROWS_ATTRIBUTE = "ARGUS_ROWS";

  /** Who owns an unmapped table. */
  public enum Fallback {
    /** The tenant with the name of its namespace (HBase 2). */
    NAMESPACE,
    /** The tenant with the name of the table (HBase 0.94, which has no namespaces). */
    TABLE
  }

  /** The system tables of a platform without namespaces. */
  private static final Set<String> SYSTEM_TABLES =
      Collections.unmodifiableSet(new HashSet<>(Arrays.asList("-ROOT-", ".META.", "_acl_")));

  /** Where Argus itself keeps what tenants use, on a platform with namespaces; a system table. */
  public static final String USAGE_NAMESPACE = "argus";

  public static final String USAGE_NAME = "usage";

  /** The same table on a platform without namespaces. */
  public static final String USAGE_TABLE = USAGE_NAMESPACE + "_" + USAGE_NAME;

  /** Phoenix keeps its catalog in this namespace, or in tables whose names begin with it. */
  private static final String PHOENIX = "SYSTEM";

  private final TenantRules rules;
  private final Fallback fallback;

  public TenantMapping(TenantRules rules, Fallback fallback) {
    this.rules = rules;
    this.fallback = fallback;
  }

  /**
   * Returns the tenant of a table; empty for a system table, which Argus never schedules,
   * partitions or throttles.
   */
  public Optional<TenantId> tenantOf(TableDescription table) {
    return ownerOf(table).map(owner -> TenantId.of(owner.tenant()));
  }

  /** Returns who owns a table and why; empty for a system table. */
  public Optional<TableOwner> ownerOf(TableDescription table) {
    if (isSystem(table.namespace, table.name)) {
      return Optional.empty();
    }
    TenantId named = table.attribute == null ? null : legalOrNull(table.attribute);
    if (named != null) {
      return Optional.of(new TableOwner(table, named, By.ATTRIBUTE, TABLE_ATTRIBUTE + "=" + named));
    }
    String fullName = table.fullName();
    Optional<TenantId> ruled = rules.tenantOf(fullName);
    if (ruled.isPresent()) {
      String rule = rules.ruleOf(fullName).orElse("");
      return Optional.of(new TableOwner(table, ruled.get(), By.RULE, rule));
    }
    boolean byNamespace = fallback == Fallback.NAMESPACE;
    TenantId byDefault = legalOrNull(byNamespace ? table.namespace : table.name);
    return Optional.of(
        byDefault == null || byDefault.equals(TenantId.DEFAULT)
            ? new TableOwner(table, TenantId.DEFAULT, By.NOBODY, "")
            : new TableOwner(table, byDefault, byNamespace ? By.NAMESPACE : By.TABLE, ""));
  }

  /** Returns what is wrong with the attribute of a table; empty if nothing is. */
  public Optional<String> problemOf(TableDescription table) {
    String attribute = table.attribute;
    if (attribute == null) {
      return Optional.empty();
    }
    try {
      TenantId.of(attribute.trim());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          String.format(
              "table %s: %s is '%s' and counts as absent: %s",
              table, TABLE_ATTRIBUTE, Shortened.of(attribute), e.getMessage()));
    }
  }

  private boolean isSystem(String namespace, String table) {
    return namespace.equals("hbase")
        || namespace.equals(PHOENIX)
        || (table.startsWith(PHOENIX + ".") && namespace.equals(TenantId.DEFAULT.name()))
        || (fallback == Fallback.TABLE
            ? SYSTEM_TABLES.contains(table) || table.equals(USAGE_TABLE)
            : namespace.equals(USAGE_NAMESPACE) && table.equals(USAGE_NAME));
  }

  private static @Nullable TenantId legalOrNull(String name) {
    return TenantId.isLegal(name.trim()) ? TenantId.of(name.trim()) : null;
  }
}
