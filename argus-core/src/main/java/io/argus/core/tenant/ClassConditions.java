package io.argus.core.tenant;

import io.argus.core.tenant.RunawayRules.Measure;
import io.argus.core.text.Shortened;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a rule on classes matches a request of its tenant: all of its conditions hold. Those on
 * user, group and kind are the same for many requests; those on an attribute and on costs are to be
 * looked at for each.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ClassConditions {
  static final String LEGAL =
      "user:name, group:name, kind:name, attribute:name:value, handler-ms:N, cpu-ms:N or"
          + " block-bytes:N";

  /** What requests used to need, by the name of the condition. */
  private static final Map<String, Measure> COSTS = costs();

  private final @Nullable NamePattern user;
  private final @Nullable NamePattern group;
  private final @Nullable String kind;
  final @Nullable String attribute;
  private final @Nullable NamePattern value;

  private final @Nullable String costName;

  /** What requests like it used to need more than {@link #limit} of; null if that is all one. */
  final @Nullable Measure cost;

  final long limit;

  private ClassConditions(Map<String, String> conditions, @Nullable String costName, long limit) {
    this.user = name(conditions.get("user"));
    this.group = name(conditions.get("group"));
    this.kind = conditions.get("kind");
    String named = conditions.get("attribute");
    int colon = named == null ? -1 : named.indexOf(':');
    this.attribute = named == null ? null : named.substring(0, colon);
    this.value = named == null ? null : name(named.substring(colon + 1));
    this.costName = costName;
    this.cost = costName == null ? null : COSTS.get(costName);
    this.limit = limit;
  }

  private static Map<String, Measure> costs() {
    Map<String, Measure> costs = new HashMap<>();
    costs.put(Measure.HANDLER_MILLIS.key(), Measure.HANDLER_MILLIS);
    costs.put(Measure.CPU_MILLIS.key(), Measure.CPU_MILLIS);
    costs.put("block-bytes", Measure.BYTES);
    return Collections.unmodifiableMap(costs);
  }

  private static @Nullable NamePattern name(@Nullable String text) {
    return text == null ? null : new NamePattern(text);
  }

  /**
   * @param rule all of it, for messages
   * @param words such as {@code user:etl_*}
   */
  static ClassConditions parse(String rule, List<String> words) {
    Map<String, String> conditions = new HashMap<>();
    String cost = null;
    long limit = 0;
    for (String word : words) {
      int colon = word.indexOf(':');
      String about = word.substring(0, Math.max(0, colon));
      String name = word.substring(colon + 1);
      if (!COSTS.containsKey(about)) {
        requireLegal(rule, about, name);
      } else if (cost != null && !cost.equals(about)) {
        throw unreadable(rule, "it has two limits of costs: write two rules");
      } else {
        cost = about;
        limit = RunawayRules.parseLimit(rule, name);
      }
      if (conditions.put(about, name) != null) {
        throw unreadable(rule, about + " is given twice");
      }
    }
    if (conditions.isEmpty()) {
      throw unreadable(
          rule,
          "it has no condition: write tenant:class=weight, or " + LEGAL + " after the tenant");
    }
    return new ClassConditions(conditions, cost, limit);
  }

  private static void requireLegal(String rule, String about, String name) {
    switch (about) {
      case "kind":
        if (!RequestClasses.KINDS.contains(name)) {
          throw unreadable(
              rule,
              "'"
                  + Shortened.of(name)
                  + "' is no kind of request: "
                  + String.join(", ", RequestClasses.KINDS));
        }
        return;
      case "attribute":
        int colon = name.indexOf(':');
        if (!NamePattern.isLegalOfAttribute(name.substring(0, Math.max(0, colon)))) {
          throw unreadable(
              rule,
              "'"
                  + Shortened.of(name)
                  + "' is no name of an attribute, of 256 characters at most, with ':' and its"
                  + " value after it");
        }
        requireName(rule, "value of an attribute", name.substring(colon + 1));
        return;
      case "user":
      case "group":
        requireName(rule, "name of a " + about, name);
        return;
      default:
        throw unreadable(rule, "a condition is " + LEGAL);
    }
  }

  private static void requireName(String rule, String what, String name) {
    if (!NamePattern.isLegalOfUser(name)) {
      throw unreadable(
          rule,
          "'"
              + Shortened.of(name)
              + "' is no "
              + what
              + ", of 256 characters at most, with at most one '*', at the end");
    }
  }

  private static IllegalArgumentException unreadable(String rule, String why) {
    return new IllegalArgumentException("rule '" + Shortened.of(rule) + "': " + why);
  }

  /** Whether those on user, group and kind hold. */
  boolean matches(
      @Nullable String who, Supplier<? extends Collection<String>> groups, String ofKind) {
    return (kind == null || kind.equals(ofKind))
        && (user == null || (who != null && user.matches(who)))
        && (group == null || (who != null && groups.get().stream().anyMatch(group::matches)));
  }

  /** Whether the one on an attribute holds for its value, null without the attribute. */
  boolean matches(byte @Nullable [] ofAttribute) {
    NamePattern wanted = value;
    return wanted == null || (ofAttribute != null && wanted.matches(ofAttribute));
  }

  /** Whether it has others than those on user, group and kind. */
  boolean areOfEachRequest() {
    return attribute != null || cost != null;
  }

  /** Whether they hold whenever others do. */
  boolean cover(ClassConditions other) {
    return (kind == null || kind.equals(other.kind))
        && covers(user, other.user)
        && covers(group, other.group)
        && (attribute == null || (attribute.equals(other.attribute) && covers(value, other.value)))
        && (cost == null || (cost == other.cost && limit <= other.limit));
  }

  private static boolean covers(@Nullable NamePattern name, @Nullable NamePattern other) {
    return name == null || (other != null && name.covers(other));
  }

  /** Whether they depend on what only the calls of some platforms say. */
  boolean areOnCaller() {
    return user != null || group != null || attribute != null;
  }

  /** As they are written. */
  @Override
  public String toString() {
    return Stream.of(
            user == null ? "" : "user:" + user,
            group == null ? "" : "group:" + group,
            kind == null ? "" : "kind:" + kind,
            attribute == null ? "" : "attribute:" + attribute + ":" + value,
            costName == null ? "" : costName + ":" + limit)
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
