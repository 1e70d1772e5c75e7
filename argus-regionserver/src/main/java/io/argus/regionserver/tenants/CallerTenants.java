package io.argus.regionserver.tenants;

import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantRules;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Which tenant a request counts for by who makes it, under one list of rules.
 *
 * <p>The answer for a user and a table is remembered until {@link #forget}, at most {@value
 * #MAX_ANSWERS} of them; one that is remembered costs two lookups and no allocation. Safe for use
 * by any thread.
 *
 * @param <T> the platform's name of a table
 */
final class CallerTenants<T> {
  private static final int MAX_ANSWERS = 10_000;

  private final TenantRules.Callers rules;
  private final Function<T, String> fullName;
  private final Consumer<Throwable> fault;
  private final ConcurrentMap<String, ConcurrentMap<T, Optional<TenantId>>> answers =
      new ConcurrentHashMap<>();
  private final AtomicInteger remembered = new AtomicInteger();
  private final Set<TenantRules.CallerRule> matched = ConcurrentHashMap.newKeySet();

  /**
   * @param fault receives why the groups of a user are not known; then no rule on groups matches
   */
  CallerTenants(
      TenantRules.Callers rules, Function<T, String> fullName, Consumer<Throwable> fault) {
    this.rules = rules;
    this.fullName = fullName;
    this.fault = fault;
  }

  static <T> CallerTenants<T> none() {
    return new CallerTenants<>(TenantRules.Callers.NONE, String::valueOf, e -> {});
  }

  TenantRules.Callers rules() {
    return rules;
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  /** Returns the tenant that a rule names; empty if none matches. */
  <R> Optional<TenantId> tenantOf(T table, R request, TableTenants.Users<R> users) {
    String user = users.name(request);
    if (user == null) {
      return Optional.empty();
    }
    ConcurrentMap<T, Optional<TenantId>> ofUser = answers.get(user);
    Optional<TenantId> known = ofUser == null ? null : ofUser.get(table);
    return known == null ? resolve(table, user, () -> groups(request, users)) : known;
  }

  private Optional<TenantId> resolve(T table, String user, Supplier<List<String>> groups) {
    Optional<TenantRules.CallerRule> rule = rules.ruleOf(user, groups, fullName.apply(table));
    rule.ifPresent(matched::add);
    Optional<TenantId> tenant = rule.map(TenantRules.CallerRule::tenant);
    if (remembered.get() < MAX_ANSWERS) {
      remembered.incrementAndGet();
      answers.computeIfAbsent(user, any -> new ConcurrentHashMap<>()).put(table, tenant);
    }
    return tenant;
  }

  private <R> List<String> groups(R request, TableTenants.Users<R> users) {
    try {
      return users.groups(request);
    } catch (RuntimeException | LinkageError e) {
      fault.accept(e);
      return Collections.emptyList();
    }
  }

  /** The rules that have matched no request so far, as they are written. */
  List<String> idleRules() {
    return rules.all().stream()
        .filter(rule -> !matched.contains(rule))
        .map(TenantRules.CallerRule::toString)
        .collect(Collectors.toList());
  }

  /** Forgets the answers, so that changed groups count. */
  void forget() {
    if (remembered.get() > 0) {
      answers.clear();
      remembered.set(0);
    }
  }
}
