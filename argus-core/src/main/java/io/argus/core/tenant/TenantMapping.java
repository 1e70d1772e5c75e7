package io.argus.core.tenant;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which a table belongs to a tenant: its {@value #TABLE_ATTRIBUTE} attribute first,
 * then the rules of {@code argus.tenant.rules} in their order, then the platform's default.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantMapping {
  /** Table attribute that names a table's tenant; wins over every rule. */
  public static final String TABLE_ATTRIBUTE = "ARGUS_TENANT";

  /** What an unmapped table belongs to. */
  public enum Fallback {
    /** The tenant named like the table's namespace (HBase 2). */
    NAMESPACE,
    /** The tenant named like the table (HBase 0.94, which has no namespaces). */
    TABLE
  }

  /** HBase's own tables where there are no namespaces: catalogue and access rights. */
  private static final Set<String> SYSTEM_TABLES =
      Collections.unmodifiableSet(new HashSet<>(Arrays.asList("-ROOT-", ".META.", "_acl_")));

  private final TenantRules rules;
  private final Fallback fallback;

  /** Returns the mapping by these rules, and by that fallback where none matches. */
  public TenantMapping(TenantRules rules, Fallback fallback) {
    this.rules = rules;
    this.fallback = fallback;
  }

  /** Returns the tenant of a table; see {@link #tenantOf(String, String, String)}. */
  public Optional<TenantId> tenantOf(TableDescription table) {
    return tenantOf(table.namespace(), table.name(), table.attribute());
  }

  /** Returns who owns a table and why; empty for HBase's own tables. */
  public Optional<TableOwner> ownerOf(TableDescription table) {
    String name = table.namespace() + ":" + table.name();
    String attribute = table.attribute();
    return tenantOf(table)
        .map(
            tenant -> {
              if (attribute != null && legalOrNull(attribute) != null) {
                return TableOwner.byAttribute(table.toString(), tenant);
              }
              Optional<String> rule = rules.ruleOf(name);
              return rule.isPresent()
                  ? TableOwner.byRule(table.toString(), tenant, rule.get())
                  : TableOwner.byDefault(table.toString(), tenant, fallback);
            });
  }

  /** Returns what is wrong with a table's attribute, empty if nothing is. */
  public Optional<String> problemOf(TableDescription table) {
    String attribute = table.attribute();
    if (attribute == null) {
      return Optional.empty();
    }
    try {
      TenantId.of(attribute.trim());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(
          "table "
              + table
              + ": "
              + TABLE_ATTRIBUTE
              + " is '"
              + attribute
              + "' and counts as absent: "
              + e.getMessage());
    }
  }

  /**
   * Returns the tenant of a table, or empty for HBase's own tables, which are never scheduled,
   * partitioned or throttled. An attribute that is no legal tenant name counts as absent.
   *
   * @param namespace the table's namespace; {@code default} where the platform has none
   * @param table the table's name without its namespace
   * @param attribute the table's {@value #TABLE_ATTRIBUTE}, null if it has none
   */
  public Optional<TenantId> tenantOf(String namespace, String table, @Nullable String attribute) {
    if (isSystem(namespace, table)) {
      return Optional.empty();
    }
    TenantId named = attribute == null ? null : legalOrNull(attribute);
    if (named != null) {
      return Optional.of(named);
    }
    Optional<TenantId> ruled = rules.tenantOf(namespace + ":" + table);
    if (ruled.isPresent()) {
      return ruled;
    }
    TenantId byDefault = legalOrNull(fallback == Fallback.NAMESPACE ? namespace : table);
    return Optional.of(byDefault == null ? TenantId.DEFAULT : byDefault);
  }

  private boolean isSystem(String namespace, String table) {
    return namespace.equals("hbase")
        || (fallback == Fallback.TABLE && SYSTEM_TABLES.contains(table));
  }

  private static @Nullable TenantId legalOrNull(String name) {
    try {
      return TenantId.of(name.trim());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }
}
