package io.argus.core.tenant;

import io.argus.core.text.Shortened;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The classes into which requests of tenants are put: rules on who makes a request and of what kind
 * it is, and the weights by which the classes of a tenant divide what the tenant has. The first
 * rule of a tenant that matches names the class; a request that none matches is in the class {@link
 * #DEFAULT}.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class RequestClasses {
  /** No tenant has more than one class. */
  public static final RequestClasses NONE =
      new RequestClasses(Collections.emptySortedMap(), Collections.emptyList());

  /** Holds the requests that no rule matches. */
  public static final String DEFAULT = "default";

  /** The kinds of requests that a rule may name. */
  public static final List<String> KINDS =
      Collections.unmodifiableList(Arrays.asList("get", "multi", "scan", "write", "other"));

  /** What the text must be. */
  public static final String LEGAL =
      "comma-separated tenant:class=weight or rules such as tenant user:name=class, group:name,"
          + " kind:name ("
          + String.join(", ", KINDS)
          + "), attribute:name:value, handler-ms:N, cpu-ms:N, block-bytes:N";

  /** Classes of a tenant, with {@link #DEFAULT}. */
  private static final int MAX_CLASSES = 8;

  private static final double MIN_WEIGHT = 0.001;
  private static final double MAX_WEIGHT = 1000;

  private final SortedMap<TenantId, SortedMap<String, Double>> weights;
  private final List<Rule> rules;
  private final Map<TenantId, List<Rule>> rulesByTenant = new HashMap<>();

  /** Puts requests of a tenant into a class. Immutable. */
  public static final class Rule {
    private final TenantId tenant;
    private final ClassConditions conditions;
    private final String requestClass;

    private Rule(TenantId tenant, ClassConditions conditions, String requestClass) {
      this.tenant = tenant;
      this.conditions = conditions;
      this.requestClass = requestClass;
    }

    private static Rule parse(String text) {
      int equals = text.lastIndexOf('=');
      List<String> words =
          Arrays.asList(text.substring(0, Math.max(0, equals)).trim().split("\\s+"));
      ClassConditions conditions = ClassConditions.parse(text, words.subList(1, words.size()));
      return new Rule(
          TenantId.of(words.get(0)), conditions, legalClass(text.substring(equals + 1).trim()));
    }

    private boolean covers(Rule other) {
      return tenant.equals(other.tenant) && conditions.cover(other.conditions);
    }

    public TenantId tenant() {
      return tenant;
    }

    /** The class that requests are put into. */
    public String requestClass() {
      return requestClass;
    }

    /** Whether it depends on who makes a request, or on an attribute of it. */
    public boolean isOnCaller() {
      return conditions.areOnCaller();
    }

    /** Whether more than user, groups and kind of a request decides whether it matches. */
    public boolean isOnEachRequest() {
      return conditions.areOfEachRequest();
    }

    /** The attribute of a request that it depends on, null if on none. */
    public @Nullable String attribute() {
      return conditions.attribute;
    }

    /**
     * Whether its condition on {@link #attribute} holds.
     *
     * @param value of the request's, in UTF-8; null if it has none
     */
    public boolean allows(byte @Nullable [] value) {
      return conditions.matches(value);
    }

    /**
     * What requests alike have to need more than {@link #costLimit} of, null if that is all one.
     */
    public RunawayRules.@Nullable Measure cost() {
      return conditions.cost;
    }

    /** In the unit of {@link #cost}. */
    public long costLimit() {
      return conditions.limit;
    }

    private String conditions() {
      return tenant + " " + conditions;
    }

    /** As it is written. */
    @Override
    public String toString() {
      return conditions() + "=" + requestClass;
    }
  }

  private RequestClasses(SortedMap<TenantId, SortedMap<String, Double>> weights, List<Rule> rules) {
    this.weights = weights;
    this.rules = Collections.unmodifiableList(rules);
    rules.forEach(
        rule -> rulesByTenant.computeIfAbsent(rule.tenant, any -> new ArrayList<>()).add(rule));
    for (TenantId tenant : tenants()) {
      if (names(tenant).size() > MAX_CLASSES) {
        throw new IllegalArgumentException(
            "tenant "
                + tenant
                + " has "
                + names(tenant).size()
                + " classes: "
                + MAX_CLASSES
                + " at most, with "
                + DEFAULT);
      }
    }
  }

  /**
   * Parses weights and rules such as {@code shop:default=9, shop:batch=1, shop user:etl_*=batch,
   * shop kind:scan=batch}. A class without a weight has the weight 1.
   *
   * @throws IllegalArgumentException naming the first entry that cannot be read, and why
   */
  public static RequestClasses parse(String text) {
    SortedMap<TenantId, SortedMap<String, Double>> weights = new TreeMap<>();
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (String part : text.split(",")) {
      String entry = part.trim();
      if (entry.isEmpty()) {
        continue;
      }
      boolean known;
      if (isWeight(entry)) {
        known = !addWeight(weights, entry);
      } else {
        Rule rule = Rule.parse(entry);
        known = rules.put(rule.conditions(), rule) != null;
      }
      if (known) {
        throw new IllegalArgumentException("'" + Shortened.of(left(entry)) + "' is given twice");
      }
    }
    return weights.isEmpty() && rules.isEmpty()
        ? NONE
        : new RequestClasses(weights, new ArrayList<>(rules.values()));
  }

  private static boolean isWeight(String entry) {
    return left(entry).indexOf(' ') < 0 && left(entry).indexOf(':') >= 0;
  }

  private static String left(String entry) {
    int equals = entry.lastIndexOf('=');
    return (equals < 0 ? entry : entry.substring(0, equals)).trim();
  }

  private static boolean addWeight(
      SortedMap<TenantId, SortedMap<String, Double>> weights, String entry) {
    String left = left(entry);
    int colon = left.indexOf(':');
    TenantId tenant = TenantId.of(left.substring(0, colon));
    String name = legalClass(left.substring(colon + 1));
    return weights.computeIfAbsent(tenant, any -> new TreeMap<>()).put(name, weight(entry)) == null;
  }

  private static double weight(String entry) {
    String text = entry.substring(entry.lastIndexOf('=') + 1).trim();
    double weight;
    try {
      weight = entry.indexOf('=') < 0 ? Double.NaN : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      weight = Double.NaN;
    }
    if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
      throw new IllegalArgumentException(
          "'" + Shortened.of(entry) + "': a weight is a number from 0.001 to 1000");
    }
    return weight;
  }

  private static String legalClass(String name) {
    if (!TenantId.isLegal(name)) {
      throw new IllegalArgumentException(
          "class name '" + Shortened.of(name) + "' is not legal: the rules for tenant names apply");
    }
    return name;
  }

  public boolean isEmpty() {
    return weights.isEmpty() && rules.isEmpty();
  }

  /** In the order in which they are tried. */
  public List<Rule> rules() {
    return rules;
  }

  /** The tenants that have a rule or a weight. */
  public SortedSet<TenantId> tenants() {
    SortedSet<TenantId> tenants = new TreeSet<>(weights.keySet());
    tenants.addAll(rulesByTenant.keySet());
    return tenants;
  }

  /** The classes of a tenant, {@link #DEFAULT} among them. */
  public SortedSet<String> names(TenantId tenant) {
    SortedSet<String> names = new TreeSet<>(Collections.singleton(DEFAULT));
    names.addAll(ofTenant(tenant).keySet());
    rulesByTenant
        .getOrDefault(tenant, Collections.emptyList())
        .forEach(rule -> names.add(rule.requestClass));
    return names;
  }

  /** Whether requests of a tenant may be in several classes. */
  public boolean divides(TenantId tenant) {
    return rulesByTenant.containsKey(tenant);
  }

  /** The weight of a class among those of its tenant. */
  public double weight(TenantId tenant, String requestClass) {
    return ofTenant(tenant).getOrDefault(requestClass, 1.0);
  }

  private SortedMap<String, Double> ofTenant(TenantId tenant) {
    return weights.getOrDefault(tenant, Collections.emptySortedMap());
  }

  /**
   * Returns the rules that user, groups and kind of a request match, in the order in which they are
   * tried, up to the first that depends on {@linkplain Rule#isOnEachRequest nothing else}.
   *
   * @param user null if it is not known, so that no rule on users and groups counts
   * @param groups of the user, asked only if a rule depends on them
   * @param kind one of {@link #KINDS}
   */
  public List<Rule> rulesOf(
      TenantId tenant,
      @Nullable String user,
      Supplier<? extends Collection<String>> groups,
      String kind) {
    List<Rule> found = new ArrayList<>();
    for (Rule rule : rulesByTenant.getOrDefault(tenant, Collections.emptyList())) {
      if (rule.conditions.matches(user, groups, kind)) {
        found.add(rule);
        if (!rule.isOnEachRequest()) {
          break;
        }
      }
    }
    return found;
  }

  /**
   * Parses what requests used to need, such as {@code cpu-ms:80}.
   *
   * @throws IllegalArgumentException naming the first that cannot be read, and why
   */
  public static Map<RunawayRules.Measure, Long> costs(List<String> texts) {
    Map<RunawayRules.Measure, Long> costs = new EnumMap<>(RunawayRules.Measure.class);
    for (String text : texts) {
      ClassConditions cost = ClassConditions.parse(text, Collections.singletonList(text));
      if (cost.cost == null) {
        throw new IllegalArgumentException(
            "'" + Shortened.of(text) + "' is none of handler-ms:N, cpu-ms:N and block-bytes:N");
      }
      costs.put(cost.cost, cost.limit);
    }
    return costs;
  }

  /** Returns the rule before this one that takes all that this one would match, if any. */
  public Optional<Rule> hiding(Rule rule) {
    return rules.subList(0, rules.indexOf(rule)).stream()
        .filter(earlier -> earlier.covers(rule))
        .findFirst();
  }

  /** Returns these with others. What is here already is replaced; further rules go to the end. */
  public RequestClasses with(RequestClasses others) {
    SortedMap<TenantId, SortedMap<String, Double>> merged = new TreeMap<>(weights);
    others.weights.forEach(
        (tenant, added) -> {
          SortedMap<String, Double> ofTenant = new TreeMap<>(ofTenant(tenant));
          ofTenant.putAll(added);
          merged.put(tenant, ofTenant);
        });
    Map<String, Rule> all = new LinkedHashMap<>();
    Stream.concat(rules.stream(), others.rules.stream())
        .forEach(rule -> all.put(rule.conditions(), rule));
    return new RequestClasses(merged, new ArrayList<>(all.values()));
  }

  /**
   * Returns these without some entries.
   *
   * @param what a tenant, for all of its entries; {@code tenant:class}, for the weight of the class
   *     and the rules that name it; or the conditions of a rule
   * @throws IllegalArgumentException if there is no such entry
   */
  public RequestClasses without(String what) {
    String left = left(what.trim());
    RequestClasses fewer;
    if (left.indexOf(' ') >= 0) {
      String gone = Rule.parse(left + "=" + DEFAULT).conditions();
      fewer = only((tenant, name) -> true, rule -> !rule.conditions().equals(gone));
    } else {
      int colon = left.indexOf(':');
      TenantId tenant = TenantId.of(colon < 0 ? left : left.substring(0, colon));
      String name = colon < 0 ? null : legalClass(left.substring(colon + 1));
      fewer =
          only(
              (each, of) -> !(each.equals(tenant) && (name == null || name.equals(of))),
              rule ->
                  !(rule.tenant.equals(tenant)
                      && (name == null || name.equals(rule.requestClass))));
    }
    if (fewer.toString().equals(toString())) {
      throw new IllegalArgumentException(
          "there is no '" + Shortened.of(left) + "': entries are " + (isEmpty() ? "none" : this));
    }
    return fewer;
  }

  private RequestClasses only(BiPredicate<TenantId, String> weight, Predicate<Rule> rule) {
    SortedMap<TenantId, SortedMap<String, Double>> kept = new TreeMap<>();
    weights.forEach(
        (tenant, ofTenant) ->
            ofTenant.forEach(
                (name, value) -> {
                  if (weight.test(tenant, name)) {
                    kept.computeIfAbsent(tenant, any -> new TreeMap<>()).put(name, value);
                  }
                }));
    return new RequestClasses(kept, rules.stream().filter(rule).collect(Collectors.toList()));
  }

  /** The weights that are set, as they are written. */
  private List<String> weightTexts() {
    List<String> texts = new ArrayList<>();
    weights.forEach(
        (tenant, ofTenant) ->
            ofTenant.forEach(
                (name, weight) -> texts.add(tenant + ":" + name + "=" + number(weight))));
    return texts;
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return Stream.concat(weightTexts().stream(), rules.stream().map(Rule::toString))
        .collect(Collectors.joining(","));
  }
}
