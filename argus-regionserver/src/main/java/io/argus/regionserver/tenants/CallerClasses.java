package io.argus.regionserver.tenants;

import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.RequestKind;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Which class of its tenant a request is in, under one list of rules. The answer for a user, a
 * tenant and a kind of request is remembered until {@link #forget}.
 *
 * <p>Safe for use by any thread.
 */
final class CallerClasses {
  /** Stands for a user who is not known. No user has this name. */
  private static final String UNKNOWN = "";

  private final RequestClasses classes;
  private final UserGroups userGroups;
  private final Map<RequestKind, UserAnswers<TenantId, String>> answers =
      new EnumMap<>(RequestKind.class);
  private final Set<RequestClasses.Rule> matched = ConcurrentHashMap.newKeySet();

  CallerClasses(RequestClasses classes, UserGroups userGroups) {
    this.classes = classes;
    this.userGroups = userGroups;
    for (RequestKind kind : RequestKind.values()) {
      answers.put(kind, new UserAnswers<>());
    }
  }

  RequestClasses classes() {
    return classes;
  }

  /** Returns the class; while the groups that it depends on are not known, the default one. */
  <R> String classOf(TenantId tenant, RequestKind kind, R request, TableTenants.Users<R> users) {
    if (classes.isEmpty() || !classes.divides(tenant)) {
      return RequestClasses.DEFAULT;
    }
    String name = users.name(request);
    String user = name == null ? UNKNOWN : name;
    UserAnswers<TenantId, String> ofKind = Objects.requireNonNull(answers.get(kind));
    String known = ofKind.get(user, tenant);
    if (known != null) {
      return known;
    }
    UserGroups.Asked<R> groups = userGroups.new Asked<>(user, request, users);
    Optional<RequestClasses.Rule> rule =
        classes.ruleOf(tenant, name, groups, kind.name().toLowerCase(Locale.ROOT));
    if (groups.areUnknown()) {
      return RequestClasses.DEFAULT;
    }
    String found = rule.map(this::match).orElse(RequestClasses.DEFAULT);
    ofKind.put(user, tenant, found);
    return found;
  }

  private String match(RequestClasses.Rule rule) {
    matched.add(rule);
    return rule.requestClass();
  }

  /** The rules that have matched no request so far, as they are written. */
  List<String> idleRules() {
    return classes.rules().stream()
        .filter(rule -> !matched.contains(rule))
        .map(RequestClasses.Rule::toString)
        .collect(Collectors.toList());
  }

  /** Forgets the answers, so that changed groups count. */
  void forget() {
    answers.values().forEach(UserAnswers::forget);
  }
}
