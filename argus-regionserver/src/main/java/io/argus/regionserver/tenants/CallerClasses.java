package io.argus.regionserver.tenants;

import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RequestClasses.Rule;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which class of its tenant a request is in, under one list of rules. The rules that the user, the
 * tenant and the kind of a request match are remembered until {@link #refresh}; attributes and
 * costs are looked at for each request.
 *
 * <p>Safe for use by any thread.
 */
final class CallerClasses {
  /** Stands for a user who is not known. No user has this name. */
  private static final String UNKNOWN = "";

  private final RequestClasses classes;
  private final UserGroups userGroups;
  private final Map<RequestKind, UserAnswers<TenantId, List<Rule>>> answers =
      new EnumMap<>(RequestKind.class);
  private final Map<TenantId, LearnedCosts> costs = new HashMap<>();
  private final Set<Rule> matched = ConcurrentHashMap.newKeySet();

  CallerClasses(RequestClasses classes, UserGroups userGroups) {
    this.classes = classes;
    this.userGroups = userGroups;
    for (RequestKind kind : RequestKind.values()) {
      answers.put(kind, new UserAnswers<>());
    }
    classes.rules().stream()
        .filter(rule -> rule.cost() != null)
        .collect(Collectors.groupingBy(Rule::tenant))
        .forEach((tenant, rules) -> costs.put(tenant, new LearnedCosts(rules)));
  }

  RequestClasses classes() {
    return classes;
  }

  boolean needAttributes() {
    return classes.rules().stream().anyMatch(rule -> rule.attribute() != null);
  }

  boolean needCosts(TenantId tenant) {
    return costs.containsKey(tenant);
  }

  /** As {@link TableTenants#alike} returns it. */
  <R> TableTenants.@Nullable Alike alike(
      TenantId tenant, RequestKind kind, Object table, R request, TableTenants.Users<R> users) {
    LearnedCosts ofTenant = costs.get(tenant);
    return ofTenant == null ? null : ofTenant.of(kind, userOf(request, users), table);
  }

  private static <R> String userOf(R request, TableTenants.Users<R> users) {
    String name = users.name(request);
    return name == null ? UNKNOWN : name;
  }

  /** As {@link TableTenants#classOf} returns it. */
  <R> String classOf(
      TenantId tenant,
      RequestKind kind,
      R request,
      TableTenants.Users<R> users,
      TableTenants.@Nullable Alike alike) {
    if (classes.isEmpty() || !classes.divides(tenant)) {
      return RequestClasses.DEFAULT;
    }
    List<Rule> rules = rules(tenant, kind, request, users);
    for (int i = 0; i < rules.size(); i++) {
      Rule rule = rules.get(i);
      if (hasValue(rule, request, users)
          && (rule.cost() == null || (alike != null && alike.exceeds(rule)))) {
        if (!matched.contains(rule)) {
          matched.add(rule);
        }
        return rule.requestClass();
      }
    }
    return RequestClasses.DEFAULT;
  }

  private static <R> boolean hasValue(Rule rule, R request, TableTenants.Users<R> users) {
    String attribute = rule.attribute();
    return attribute == null || rule.allows(users.attribute(request, attribute));
  }

  /** Those that the request may match; none while the groups that they depend on are not known. */
  private <R> List<Rule> rules(
      TenantId tenant, RequestKind kind, R request, TableTenants.Users<R> users) {
    String user = userOf(request, users);
    UserAnswers<TenantId, List<Rule>> ofKind = Objects.requireNonNull(answers.get(kind));
    List<Rule> known = ofKind.get(user, tenant);
    if (known != null) {
      return known;
    }
    UserGroups.Asked<R> groups = userGroups.new Asked<>(user, request, users);
    List<Rule> found =
        classes.rulesOf(tenant, users.name(request), groups, kind.name().toLowerCase(Locale.ROOT));
    if (groups.areUnknown()) {
      return Collections.emptyList();
    }
    ofKind.put(user, tenant, found);
    return found;
  }

  /** The rules that have matched no request so far, as they are written. */
  List<String> idleRules() {
    return classes.rules().stream()
        .filter(rule -> !matched.contains(rule))
        .map(Rule::toString)
        .collect(Collectors.toList());
  }

  /** Forgets the answers, so that changed groups count, and costs that nobody asks for. */
  void refresh() {
    answers.values().forEach(UserAnswers::forget);
    costs.values().forEach(LearnedCosts::sweep);
  }
}
