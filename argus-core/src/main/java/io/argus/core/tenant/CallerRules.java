package io.argus.core.tenant;

import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An ordered list of rules on who makes a request: a user or a group, perhaps only on some tables.
 * The first rule that matches names the tenant that the request counts for, or lets an attribute of
 * the request name it; if none does, that is the owner of the table.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class CallerRules {
  /** The setting that holds the rules. */
  public static final String KEY = "argus.tenant.callers";

  public static final CallerRules NONE = new CallerRules(Collections.emptyList());

  /** What the text of the rules must be. */
  public static final String LEGAL =
      "comma-separated user:name=tenant, if need be with group:name, table:namespace:table and"
          + " attribute:name (then tenants separated by '|'), '*' at the end of a name allowed";

  private static final Pattern LEGAL_TABLE =
      Pattern.compile("[\\p{L}\\p{N}_]+:[\\p{L}\\p{N}._-]{0,256}\\*?");

  private final List<Rule> rules;
  private final Set<TenantId> tenants;
  private final List<NamePattern> namedByAttributes;
  private final Set<String> attributes;

  private CallerRules(List<Rule> rules) {
    this.rules = Collections.unmodifiableList(rules);
    this.tenants = new HashSet<>();
    this.namedByAttributes = new ArrayList<>();
    SortedSet<String> names = new TreeSet<>();
    for (Rule rule : rules) {
      if (rule.attribute == null) {
        tenants.add(TenantId.of(rule.tenants.get(0).text));
      } else {
        namedByAttributes.addAll(rule.tenants);
        names.add(rule.attribute);
      }
    }
    this.attributes = Collections.unmodifiableSet(names);
  }

  /**
   * Parses rules such as {@code user:etl_*=batch, group:analysts table:sales:*=reports,
   * user:gateway attribute:app=shop|web_*}. Each has a user, a group or both, and perhaps a table;
   * a name may end with {@code *}. With an attribute, its value is the tenant, if that is one of
   * those named.
   *
   * @throws IllegalArgumentException naming the first rule that cannot be read, and why
   */
  public static CallerRules parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (String part : text.split(",")) {
      if (!part.trim().isEmpty()) {
        rules.add(Rule.parse(part.trim()));
      }
    }
    for (Rule rule : rules) {
      if (rules.stream().filter(other -> other.isAbout(rule)).count() > 1) {
        throw new IllegalArgumentException("'" + rule.conditions() + "' is given twice");
      }
    }
    return rules.isEmpty() ? NONE : new CallerRules(rules);
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /** The names of the attributes that some rule depends on. */
  public Set<String> attributes() {
    return attributes;
  }

  /** In the order in which they are tried. */
  public List<Rule> all() {
    return rules;
  }

  /**
   * Returns the first rule that matches a request.
   *
   * @param groups of the user, asked only if a rule depends on them
   * @param named values of the request's {@link #attributes}, by name
   * @param table namespace, colon, table; null if it is on none, so that no rule on tables counts
   */
  public Optional<Rule> ruleOf(
      String user,
      Supplier<? extends Collection<String>> groups,
      Map<String, String> named,
      @Nullable String table) {
    for (Rule rule : rules) {
      if (rule.matches(user, groups, named, table)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }

  /** Whether requests that its tables do not belong to may count for a tenant. */
  public boolean names(TenantId tenant) {
    return tenants.contains(tenant)
        || (!namedByAttributes.isEmpty() && isOneOf(namedByAttributes, tenant.name()));
  }

  /** Returns the rule before this one that takes all that this one would match, if any. */
  public Optional<Rule> hiding(Rule rule) {
    return rules.subList(0, rules.indexOf(rule)).stream()
        .filter(earlier -> earlier.covers(rule))
        .findFirst();
  }

  /**
   * Returns these with others. One whose conditions are here already gives them its tenant; any
   * other goes to the end.
   *
   * @param inFront whether they go to the front instead
   */
  public CallerRules with(CallerRules others, boolean inFront) {
    List<Rule> merged = new ArrayList<>();
    List<Rule> added = new ArrayList<>(others.rules);
    for (Rule rule : rules) {
      Optional<Rule> instead =
          others.rules.stream().filter(other -> other.isAbout(rule)).findFirst();
      if (!instead.isPresent()) {
        merged.add(rule);
      } else if (!inFront) {
        merged.add(instead.get());
        added.remove(instead.get());
      }
    }
    merged.addAll(inFront ? 0 : merged.size(), added);
    return new CallerRules(merged);
  }

  /**
   * Returns these without the rule that has some conditions.
   *
   * @param conditions all of a rule before its {@code =}; its tenant may follow
   * @throws IllegalArgumentException if there is no such rule
   */
  public CallerRules without(String conditions) {
    Rule gone = Rule.parse(conditions.contains("=") ? conditions : conditions + "=x");
    List<Rule> fewer =
        rules.stream().filter(rule -> !rule.isAbout(gone)).collect(Collectors.toList());
    if (fewer.size() == rules.size()) {
      throw new IllegalArgumentException(
          "no rule has the conditions '"
              + gone.conditions()
              + "': rules are "
              + (isEmpty() ? "none" : this));
    }
    return new CallerRules(fewer);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return rules.stream().map(Rule::toString).collect(Collectors.joining(","));
  }

  private static boolean isOneOf(List<NamePattern> names, String name) {
    for (NamePattern each : names) {
      if (each.matches(name)) {
        return true;
      }
    }
    return false;
  }

  /** A rule on who makes a request. Immutable. */
  public static final class Rule {
    private final @Nullable NamePattern user;
    private final @Nullable NamePattern group;
    private final @Nullable NamePattern table;

    /** Its value is the tenant; null if the rule names the tenant itself. */
    private final @Nullable String attribute;

    /** Those that the attribute may name, else one. */
    private final List<NamePattern> tenants;

    private Rule(Map<Kind, NamePattern> names, List<NamePattern> tenants) {
      this.user = names.get(Kind.USER);
      this.group = names.get(Kind.GROUP);
      this.table = names.get(Kind.TABLE);
      NamePattern named = names.get(Kind.ATTRIBUTE);
      this.attribute = named == null ? null : named.text;
      this.tenants = tenants;
    }

    /** What a condition is about. */
    private enum Kind {
      USER("a user"),
      GROUP("a group"),
      TABLE("a table with its namespace"),
      ATTRIBUTE("an attribute");

      private final String what;

      Kind(String what) {
        this.what = what;
      }

      String key() {
        return name().toLowerCase(Locale.ROOT);
      }

      boolean isLegal(String name) {
        if (this == ATTRIBUTE) {
          return NamePattern.isLegalOfAttribute(name);
        }
        return this == TABLE
            ? name.equals("*") || LEGAL_TABLE.matcher(name).matches()
            : NamePattern.isLegalOfUser(name);
      }
    }

    private static Rule parse(String rule) {
      int equals = rule.lastIndexOf('=');
      Map<Kind, NamePattern> names = new EnumMap<>(Kind.class);
      for (String condition : rule.substring(0, Math.max(0, equals)).trim().split("\\s+")) {
        int colon = condition.indexOf(':');
        Kind kind = kind(rule, condition.substring(0, Math.max(0, colon)));
        String name = condition.substring(colon + 1);
        if (!kind.isLegal(name)) {
          throw unreadable(
              rule,
              "'"
                  + Shortened.of(name)
                  + "' is no name of "
                  + kind.what
                  + ", of 256 characters at most"
                  + (kind == Kind.ATTRIBUTE ? "" : ", with at most one '*', at the end"));
        }
        if (names.put(kind, new NamePattern(name)) != null) {
          throw unreadable(rule, kind.key() + " is given twice");
        }
      }
      if (!names.containsKey(Kind.USER) && !names.containsKey(Kind.GROUP)) {
        throw unreadable(
            rule, "it has neither a user nor a group; " + TenantRules.KEY + " is for tables alone");
      }
      String tenants = rule.substring(equals + 1).trim();
      return new Rule(
          names,
          names.containsKey(Kind.ATTRIBUTE)
              ? namesIn(rule, tenants)
              : Collections.singletonList(new NamePattern(TenantId.of(tenants).name())));
    }

    private static List<NamePattern> namesIn(String rule, String tenants) {
      List<NamePattern> named = new ArrayList<>();
      for (String tenant : tenants.split("\\|", -1)) {
        NamePattern name = new NamePattern(tenant.trim());
        if (!name.text.equals("*") && !TenantId.isLegal(name.beginning)) {
          throw unreadable(
              rule,
              "'"
                  + Shortened.of(name.text)
                  + "' is no name of a tenant, with at most one '*', at the end");
        }
        named.add(name);
      }
      return named;
    }

    private static Kind kind(String rule, String key) {
      for (Kind kind : Kind.values()) {
        if (kind.key().equals(key)) {
          return kind;
        }
      }
      throw unreadable(
          rule, "a condition is user:name, group:name, table:namespace:table or attribute:name");
    }

    private static IllegalArgumentException unreadable(String rule, String why) {
      return new IllegalArgumentException("rule '" + Shortened.of(rule) + "': " + why);
    }

    private boolean matches(
        String who,
        Supplier<? extends Collection<String>> groups,
        Map<String, String> named,
        @Nullable String onTable) {
      return (user == null || user.matches(who))
          && (attribute == null || mayName(named.get(attribute)))
          && (table == null || (onTable != null && table.matches(onTable)))
          && (group == null || groups.get().stream().anyMatch(group::matches));
    }

    private boolean mayName(@Nullable String tenant) {
      return tenant != null && TenantId.isLegal(tenant) && isOneOf(tenants, tenant);
    }

    private boolean covers(Rule other) {
      return covers(user, other.user)
          && covers(group, other.group)
          && covers(table, other.table)
          && (attribute == null || (attribute.equals(other.attribute) && coversTenants(other)));
    }

    private boolean coversTenants(Rule other) {
      return other.tenants.stream()
          .allMatch(each -> tenants.stream().anyMatch(own -> own.covers(each)));
    }

    private static boolean covers(@Nullable NamePattern name, @Nullable NamePattern other) {
      return name == null || (other != null && name.covers(other));
    }

    private boolean isAbout(Rule other) {
      return conditions().equals(other.conditions());
    }

    /**
     * Returns the tenant of a request that it matches.
     *
     * @param named as {@link CallerRules#ruleOf} takes it
     */
    public TenantId tenant(Map<String, String> named) {
      return TenantId.of(
          attribute == null ? tenants.get(0).text : named.getOrDefault(attribute, ""));
    }

    /** Whether an attribute of the request names the tenant. */
    public boolean hasAttribute() {
      return attribute != null;
    }

    /** Whether it depends on the groups of the user. */
    public boolean hasGroup() {
      return group != null;
    }

    /** Whether it is for some tables only. */
    public boolean hasTable() {
      return table != null;
    }

    private String conditions() {
      StringBuilder text = new StringBuilder();
      add(text, Kind.USER, user);
      add(text, Kind.GROUP, group);
      add(text, Kind.TABLE, table);
      add(text, Kind.ATTRIBUTE, attribute == null ? null : new NamePattern(attribute));
      return text.toString();
    }

    private static void add(StringBuilder text, Kind kind, @Nullable NamePattern name) {
      if (name != null) {
        text.append(text.length() == 0 ? "" : " ").append(kind.key()).append(':').append(name.text);
      }
    }

    /** As it is written. */
    @Override
    public String toString() {
      return conditions()
          + "="
          + tenants.stream().map(tenant -> tenant.text).collect(Collectors.joining("|"));
    }
  }
}
