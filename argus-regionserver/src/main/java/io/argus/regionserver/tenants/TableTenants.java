package io.argus.regionserver.tenants;

import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Maps the tables with a region on this server to tenants, by the table's attribute and the site's
 * rules.
 *
 * <p>Answers are remembered until {@link #refresh()}, so that a changed attribute takes effect
 * soon. While an attribute is no valid tenant name, {@link Component#TENANTS} is failed. Safe for
 * use by any thread.
 *
 * @param <T> the platform's name of a table
 */
public final class TableTenants<T> {
  private final TableDirectory<T> tables;
  private final TenantMapping mapping;
  private final ComponentRegistry components;
  private final ConcurrentMap<T, Optional<TenantId>> known = new ConcurrentHashMap<>();

  /** Of tables without a region here, whose attribute is not known. */
  private final ConcurrentMap<T, Optional<TenantId>> guessed = new ConcurrentHashMap<>();

  private final ConcurrentMap<T, String> problems = new ConcurrentHashMap<>();

  private final UserGroups groups;
  private volatile CallerTenants<T> callers;
  private volatile String lacksAttributes = "";

  /**
   * Port to the users who make requests. Nobody is asked for without rules on them.
   *
   * <p>Implementations are safe for use by any thread.
   *
   * @param <R> the platform's request
   */
  public interface Users<R> {
    /** The short name, which costs nothing to ask for; null if it is not known. */
    @Nullable String name(R request);

    /**
     * How to find the groups out, without the request. The platform may ask another service, so
     * that it may take long.
     */
    Supplier<List<String>> groups(R request);

    /** The value of an attribute of the request, else of its connection; null if there is none. */
    byte @Nullable [] attribute(R request, String name);

    /** An attribute of the request named a tenant and did not count: it counts for another one. */
    void attributeIgnored(TenantId tenant);
  }

  public TableTenants(TableDirectory<T> tables, TenantRules rules, ComponentRegistry components) {
    this(tables, rules, components, UserGroups.ownThread());
  }

  /**
   * @param lookups runs what finds out the groups of users
   */
  TableTenants(
      TableDirectory<T> tables, TenantRules rules, ComponentRegistry components, Executor lookups) {
    this.tables = tables;
    this.mapping = new TenantMapping(rules, tables.fallback());
    this.components = components;
    this.groups = new UserGroups(lookups, e -> components.fault(Component.SCHEDULER, e));
    this.callers = new CallerTenants<>(TenantRules.Callers.NONE, groups, this::fullName);
    components.active(Component.TENANTS);
  }

  /** Returns the tenant of a table, empty for system tables. */
  public Optional<TenantId> tenantOf(T table) {
    Optional<TenantId> tenant = known.get(table);
    return tenant == null ? resolve(table) : tenant;
  }

  /**
   * Returns the tenant that a request counts for: by who makes it, else the owner of the table;
   * empty on system tables.
   */
  public <R> Optional<TenantId> tenantOf(T table, R request, Users<R> users) {
    Optional<TenantId> owner = tenantOf(table);
    CallerTenants<T> byCaller = callers;
    if (byCaller.isEmpty() || !owner.isPresent()) {
      return owner;
    }
    CallerTenants.Answer caller = byCaller.answer(table, request, users);
    Optional<TenantId> tenant = caller.tenant.isPresent() ? caller.tenant : owner;
    if (caller.ignoresAttribute) {
      tenant.ifPresent(users::attributeIgnored);
    }
    return tenant;
  }

  /** Takes over the rules on who makes a request. */
  public void callersAre(TenantRules.Callers rules) {
    if (rules != callers.rules()) {
      callers = new CallerTenants<>(rules, groups, this::fullName);
      showAttributes();
    }
  }

  /** Notes what the platform lacks to tell attributes of requests; empty if nothing. */
  public void attributesLack(String lacks) {
    lacksAttributes = lacks;
    showAttributes();
  }

  private void showAttributes() {
    if (!lacksAttributes.isEmpty()) {
      boolean needed = !callers.rules().attributes().isEmpty();
      components.putUnlessEmpty(
          Component.ATTRIBUTES, Reason.MISSING_MEMBER, needed ? lacksAttributes : "");
    }
  }

  private String fullName(T table) {
    return tables.describe(table).fullName();
  }

  /** The rules on who makes a request that have matched none since they are in force here. */
  public List<String> idleCallerRules() {
    return callers.idleRules();
  }

  /** Whether requests on tables of other tenants may count for a tenant. */
  public boolean isCaller(TenantId tenant) {
    return callers.rules().names(tenant);
  }

  /**
   * Like {@link #tenantOf} for a table that may have no region here, such as the source of a clone.
   * That is found out once until the next {@link #refresh()}.
   */
  public Optional<TenantId> tenantOfAny(T table) {
    Optional<TenantId> tenant = known.get(table);
    if (tenant == null) {
      tenant = guessed.get(table);
    }
    if (tenant == null) {
      tenant = resolve(table);
      guessed.put(table, tenant);
    }
    return tenant;
  }

  /** Learns of a table of which a region is about to open here. */
  public void opens(T table, TableDescription description) {
    if (!known.containsKey(table)) {
      resolve(table, description);
    }
  }

  private Optional<TenantId> resolve(T table) {
    return resolve(table, tables.describe(table));
  }

  private Optional<TenantId> resolve(T table, TableDescription description) {
    Optional<TenantId> tenant = mapping.tenantOf(description);
    if (description.isComplete()) {
      known.put(table, tenant);
      mapping.problemOf(description).ifPresent(problem -> problems.put(table, problem));
    }
    return tenant;
  }

  /** Forgets the remembered answers and checks again the attributes that were not valid. */
  public void refresh() {
    known.clear();
    callers.forget();
    groups.refresh();
    guessed.clear();
    for (Iterator<T> i = problems.keySet().iterator(); i.hasNext(); ) {
      if (!mapping.problemOf(tables.describe(i.next())).isPresent()) {
        i.remove();
      }
    }
    components.putUnlessEmpty(
        Component.TENANTS, Reason.INVALID_TENANT, String.join("; ", problems.values()));
  }
}
