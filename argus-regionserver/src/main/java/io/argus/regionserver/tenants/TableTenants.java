package io.argus.regionserver.tenants;

import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TableDescription;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantMapping;
import io.argus.core.tenant.TenantRules;
import io.argus.core.usage.Component;
import io.argus.core.usage.ComponentRegistry;
import io.argus.core.usage.Reason;
import io.argus.core.usage.RequestKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps the tables with a region on this server to tenants, by the table's attribute and the site's
 * rules.
 *
 * <p>Answers are remembered until {@link #refresh()}, so that a changed attribute takes effect
 * soon. While an attribute is no valid tenant name, or a rule is on users whom the platform does
 * not know, {@link Component#TENANTS} is failed. Safe for use by any thread.
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
  private volatile CallerClasses classes;
  private volatile RunawayRules limits = RunawayRules.NONE;

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

    /** The address that the request comes from; empty if it is not known. */
    String host(R request);

    /**
     * How to find the groups out, without the request. The platform may ask another service, so
     * that it may take long.
     */
    Supplier<List<String>> groups(R request);

    /** The value of an attribute of the request, else of its connection; null if there is none. */
    byte @Nullable [] attribute(R request, String name);

    /** An attribute of the request named a tenant and did not count: it counts for another one. */
    void attributeIgnored(TenantId tenant);

    /** Of a platform whose requests carry no user. */
    static <R> Users<R> unknown() {
      return new Users<R>() {
        @Override
        public @Nullable String name(R request) {
          return null;
        }

        @Override
        public String host(R request) {
          return "";
        }

        @Override
        public Supplier<List<String>> groups(R request) {
          return Collections::emptyList;
        }

        @Override
        public byte @Nullable [] attribute(R request, String name) {
          return null;
        }

        @Override
        public void attributeIgnored(TenantId tenant) {}
      };
    }
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
    this.callers = new CallerTenants<>(CallerRules.NONE, groups, this::fullName);
    this.classes = new CallerClasses(RequestClasses.NONE, groups);
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
  public void callersAre(CallerRules rules) {
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

  /** Whether the platform can tell attributes of requests. */
  public boolean hasAttributes() {
    return lacksAttributes.isEmpty();
  }

  private void showAttributes() {
    if (!lacksAttributes.isEmpty()) {
      boolean needed = !callers.rules().attributes().isEmpty() || classes.needAttributes();
      components.putUnlessEmpty(
          Component.ATTRIBUTES, Reason.MISSING_MEMBER, needed ? lacksAttributes : "");
    }
  }

  /** Takes over the rules on the classes of tenants' requests. */
  public void classesAre(RequestClasses rules) {
    if (rules != classes.classes()) {
      classes = new CallerClasses(rules, groups);
      showAttributes();
    }
  }

  /** Requests of one kind by one user on one table: what they need is learned. */
  public interface Alike {
    /** Whether the blocks that they look at are to be counted, also those in the cache. */
    boolean countBlocks();

    /** One of them has ended, after it needed that much of a handler, the CPU and blocks. */
    void needed(long handlerNanos, long cpuNanos, long blockBytes);

    /** Whether they used to need more than a rule allows. */
    boolean exceeds(RequestClasses.Rule rule);
  }

  /** Whether what requests of a tenant need decides on their class. */
  public boolean learnsCosts(TenantId tenant) {
    return classes.needCosts(tenant);
  }

  /** Returns the requests that are like one; null if nothing is learned of them. */
  public <R> @Nullable Alike alike(
      TenantId tenant, RequestKind kind, Object table, R request, Users<R> users) {
    return classes.alike(tenant, kind, table, request, users);
  }

  /**
   * Returns the class of its tenant that a request is in.
   *
   * @param alike what is known of requests like it, null if nothing
   */
  public <R> String classOf(
      TenantId tenant, RequestKind kind, R request, Users<R> users, @Nullable Alike alike) {
    return classes.classOf(tenant, kind, request, users, alike);
  }

  private String fullName(T table) {
    return tables.describe(table).fullName();
  }

  /** The rules on requests that have matched none since they are in force here. */
  public List<String> idleRules() {
    List<String> idle = new ArrayList<>(callers.idleRules());
    idle.addAll(classes.idleRules());
    return idle;
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
    classes.refresh();
    guessed.clear();
    for (Iterator<T> i = problems.keySet().iterator(); i.hasNext(); ) {
      if (!mapping.problemOf(tables.describe(i.next())).isPresent()) {
        i.remove();
      }
    }
    List<String> wrong = new ArrayList<>(problems.values());
    if (!tables.knowsUsers()) {
      rulesOnUsers()
          .map(rule -> "calls of this HBase carry no user, which a rule needs: " + rule)
          .forEach(wrong::add);
    }
    components.putUnlessEmpty(Component.TENANTS, Reason.INVALID_TENANT, String.join("; ", wrong));
  }

  /** Takes over the limits on requests, which are enforced where calls carry a user only. */
  public void limitsAre(RunawayRules rules) {
    limits = rules;
  }

  private Stream<String> rulesOnUsers() {
    return Stream.concat(
        limits.all().stream().map(RunawayRules.Rule::toString), rulesOnTenantsAndClasses());
  }

  private Stream<String> rulesOnTenantsAndClasses() {
    return Stream.concat(
        callers.rules().all().stream().map(CallerRules.Rule::toString),
        classes.classes().rules().stream()
            .filter(RequestClasses.Rule::isOnCaller)
            .map(RequestClasses.Rule::toString));
  }
}
