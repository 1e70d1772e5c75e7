package io.argus.regionserver.tenants;

import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which tenant a request counts for by who makes it, under one list of rules.
 *
 * <p>The answer for a user and a table is remembered until {@link #forget}, unless the groups that
 * it depends on are not known yet. Safe for use by any thread.
 *
 * @param <T> the platform's name of a table
 */
final class CallerTenants<T> {
  /** Attributes may name so many tenants, so that no client makes tenants without end. */
  private static final int MAX_NAMED = 1_000;

  private static final int MAX_NAME_BYTES = 128;

  private final CallerRules rules;
  private final UserGroups userGroups;
  private final Function<T, String> fullName;
  private final UserAnswers<T, Answer> answers = new UserAnswers<>();
  private final Set<CallerRules.Rule> matched = ConcurrentHashMap.newKeySet();
  private final Set<TenantId> named = ConcurrentHashMap.newKeySet();

  /** What the rules say of a request. Immutable. */
  static final class Answer {
    private static final Answer NONE = new Answer(Optional.empty(), false);

    /** The tenant that a rule names; empty if none matches. */
    final Optional<TenantId> tenant;

    /** Whether an attribute of the request names a tenant, which no rule allows. */
    final boolean ignoresAttribute;

    private Answer(Optional<TenantId> tenant, boolean ignoresAttribute) {
      this.tenant = tenant;
      this.ignoresAttribute = ignoresAttribute;
    }
  }

  CallerTenants(CallerRules rules, UserGroups userGroups, Function<T, String> fullName) {
    this.rules = rules;
    this.userGroups = userGroups;
    this.fullName = fullName;
  }

  CallerRules rules() {
    return rules;
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  /** Returns what the rules say. While the groups that they depend on are not known, nothing. */
  <R> Answer answer(T table, R request, TableTenants.Users<R> users) {
    String user = users.name(request);
    if (user == null) {
      return Answer.NONE;
    }
    Map<String, String> attributes = attributes(request, users);
    String who = attributes.isEmpty() ? user : user + '\n' + attributes;
    Answer known = answers.get(who, table);
    if (known != null) {
      return known;
    }
    Answer answer = resolve(table, user, attributes, request, users);
    if (answer != Answer.NONE) {
      answers.put(who, table, answer);
    }
    return answer;
  }

  private <R> Map<String, String> attributes(R request, TableTenants.Users<R> users) {
    Map<String, String> found = Collections.emptyMap();
    for (String name : rules.attributes()) {
      byte[] value = users.attribute(request, name);
      if (value != null) {
        found = found.isEmpty() ? new TreeMap<>() : found;
        found.put(name, tenantIn(value));
      }
    }
    return found;
  }

  /** Empty if it is no name of a tenant. */
  private static String tenantIn(byte[] value) {
    String name = value.length > MAX_NAME_BYTES ? "" : new String(value, StandardCharsets.UTF_8);
    return TenantId.isLegal(name) ? name : "";
  }

  /** {@link Answer#NONE} is not to be remembered. */
  private <R> Answer resolve(
      T table,
      String user,
      Map<String, String> attributes,
      R request,
      TableTenants.Users<R> users) {
    UserGroups.Asked<R> groups = userGroups.new Asked<>(user, request, users);
    Optional<CallerRules.Rule> rule = rules.ruleOf(user, groups, attributes, fullName.apply(table));
    if (groups.areUnknown()) {
      return Answer.NONE;
    }
    rule.ifPresent(matched::add);
    Optional<TenantId> tenant = rule.map(each -> each.tenant(attributes));
    boolean byAttribute = rule.isPresent() && rule.get().hasAttribute();
    if (byAttribute && !tenant.filter(this::isNamed).isPresent()) {
      return new Answer(Optional.empty(), true);
    }
    return new Answer(tenant, !attributes.isEmpty() && !byAttribute);
  }

  private boolean isNamed(TenantId tenant) {
    return named.contains(tenant) || (named.size() < MAX_NAMED && named.add(tenant));
  }

  /** The rules that have matched no request so far, as they are written. */
  List<String> idleRules() {
    return rules.all().stream()
        .filter(rule -> !matched.contains(rule))
        .map(CallerRules.Rule::toString)
        .collect(Collectors.toList());
  }

  /** Forgets the answers, so that changed groups count. */
  void forget() {
    answers.forget();
  }
}
