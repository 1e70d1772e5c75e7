package io.argus.core.tenant;

import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How much one call, or one scanner over all of its calls, may use of a server, and what happens to
 * one that uses more. All rules that match a request count, each for itself.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class RunawayRules {
  /** Nothing is limited. */
  public static final RunawayRules NONE = new RunawayRules(Collections.emptyList());

  /** The class of its tenant that a request is moved to by {@link Action#COOL_DOWN}. */
  public static final String COOL_CLASS = "batch";

  /** What the text must be. */
  public static final String LEGAL =
      "comma-separated rules such as shop user:name kind:scan rows:1000=stop; '*' for all tenants;"
          + " limits rows, bytes, handler-ms, cpu-ms; actions dry-run, cool-down, stop";

  /** One bit each of a long. */
  private static final int MAX_RULES = 64;

  private static final long MAX_LIMIT = 1_000_000_000_000_000L;

  private final List<Rule> rules;

  /** What is limited. */
  public enum Measure {
    /** Rows looked at, also those that a filter rejects. */
    ROWS("rows", "rows"),
    /** Of blocks, read from HDFS or found in the cache. */
    BYTES("bytes", "bytes of blocks"),
    /** Time in a handler, without waits and reads. */
    HANDLER_MILLIS("handler-ms", "ms in a handler"),
    CPU_MILLIS("cpu-ms", "ms of CPU time");

    private final String key;
    private final String unit;

    Measure(String key, String unit) {
      this.key = key;
      this.unit = unit;
    }

    /** What a number of it is of, for operators. */
    public String unit() {
      return unit;
    }

    String key() {
      return key;
    }

    static @Nullable Measure of(String key) {
      return Arrays.stream(values()).filter(each -> each.key.equals(key)).findFirst().orElse(null);
    }
  }

  /** Parses how much of a {@link Measure} is allowed. */
  static long parseLimit(String rule, String text) {
    long limit = text.matches("[0-9]{1,16}") ? Long.parseLong(text) : 0;
    if (limit < 1 || limit > MAX_LIMIT) {
      throw unreadable(
          rule, "'" + Shortened.of(text) + "' is no whole number from 1 to " + MAX_LIMIT);
    }
    return limit;
  }

  /** What happens to a request that is above a limit. */
  public enum Action {
    /** It is listed. */
    DRY_RUN,
    /**
     * It goes on in the class {@link #COOL_CLASS} of its tenant, as do later calls of a scanner.
     */
    COOL_DOWN,
    /** A get or a scan fails, and is not retried; any other request is cooled down. */
    STOP;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Action of(String rule, String text) {
      return Arrays.stream(values())
          .filter(each -> each.toString().equals(text))
          .findFirst()
          .orElseThrow(
              () ->
                  unreadable(
                      rule, "'" + Shortened.of(text) + "' is none of dry-run, cool-down and stop"));
    }
  }

  /** A limit on requests of a tenant. Immutable. */
  public static final class Rule {
    private final NamePattern tenant;
    private final @Nullable NamePattern user;
    private final @Nullable String kind;
    private final Measure measure;
    private final long limit;
    private final Action action;
    private final String text;

    private Rule(
        NamePattern tenant,
        @Nullable NamePattern user,
        @Nullable String kind,
        Measure measure,
        long limit,
        Action action) {
      this.tenant = tenant;
      this.user = user;
      this.kind = kind;
      this.measure = measure;
      this.limit = limit;
      this.action = action;
      this.text = who() + " " + measure.key + ":" + limit + "=" + action;
    }

    private static Rule parse(String text) {
      int equals = text.lastIndexOf('=');
      if (equals < 0) {
        throw unreadable(text, "it has no '=' with dry-run, cool-down or stop after it");
      }
      Action action = Action.of(text, text.substring(equals + 1).trim());
      List<String> words = Arrays.asList(text.substring(0, equals).trim().split("\\s+"));
      if (!words.get(0).equals("*")) {
        TenantId.of(words.get(0));
      }
      NamePattern user = null;
      String kind = null;
      Measure measure = null;
      long limit = 0;
      for (String word : words.subList(1, words.size())) {
        String about = word.substring(0, Math.max(0, word.indexOf(':')));
        String value = word.substring(word.indexOf(':') + 1);
        if (about.equals("user") && user == null) {
          user = new NamePattern(legalUser(text, value));
        } else if (about.equals("kind") && kind == null) {
          kind = legalKind(text, value, action);
        } else if (Measure.of(about) != null && measure == null) {
          measure = Measure.of(about);
          limit = parseLimit(text, value);
        } else {
          throw unreadable(
              text,
              "'"
                  + Shortened.of(word)
                  + "' is not, or is once more, user:name, kind:name, rows:N, bytes:N, handler-ms:N"
                  + " or cpu-ms:N");
        }
      }
      if (measure == null) {
        throw unreadable(text, "it has no limit: write rows:N, bytes:N, handler-ms:N or cpu-ms:N");
      }
      return new Rule(new NamePattern(words.get(0)), user, kind, measure, limit, action);
    }

    private static String legalUser(String rule, String name) {
      if (!NamePattern.isLegalOfUser(name)) {
        throw unreadable(
            rule,
            "'"
                + Shortened.of(name)
                + "' is no name of a user, of 256 characters at most, with at most one '*', at the"
                + " end");
      }
      return name;
    }

    private static String legalKind(String rule, String name, Action action) {
      if (!RequestClasses.KINDS.contains(name)) {
        throw unreadable(
            rule,
            "'"
                + Shortened.of(name)
                + "' is no kind of request: "
                + String.join(", ", RequestClasses.KINDS));
      }
      if (action == Action.STOP && !name.equals("get") && !name.equals("scan")) {
        throw unreadable(
            rule, "only gets and scans are stopped, since others may write: write =cool-down");
      }
      return name;
    }

    /**
     * Whether it limits a request.
     *
     * @param who null if that is not known
     */
    public boolean matches(TenantId of, @Nullable String who, String ofKind) {
      return tenant.matches(of.name())
          && (kind == null || kind.equals(ofKind))
          && (user == null || (who != null && user.matches(who)));
    }

    private boolean covers(Rule other) {
      return tenant.covers(other.tenant)
          && (kind == null || kind.equals(other.kind))
          && (user == null || (other.user != null && user.covers(other.user)));
    }

    public Measure measure() {
      return measure;
    }

    /** In the unit of its measure. */
    public long limit() {
      return limit;
    }

    public Action action() {
      return action;
    }

    /** The tenant; empty if it is for all. */
    public Optional<TenantId> tenant() {
      return tenant.text.equals("*") ? Optional.empty() : Optional.of(TenantId.of(tenant.text));
    }

    /** What two rules have in common of which one replaces the other. */
    private String key() {
      return who() + " " + measure.key + "=" + action;
    }

    private String who() {
      return Stream.of(
              tenant.text, user == null ? "" : "user:" + user, kind == null ? "" : "kind:" + kind)
          .filter(each -> !each.isEmpty())
          .collect(Collectors.joining(" "));
    }

    /** As it is written. */
    @Override
    public String toString() {
      return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Rule && ((Rule) other).text.equals(text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  private RunawayRules(List<Rule> rules) {
    if (rules.size() > MAX_RULES) {
      throw new IllegalArgumentException(
          "there would be " + rules.size() + " rules: must be " + MAX_RULES + " at most");
    }
    this.rules = Collections.unmodifiableList(rules);
  }

  private static IllegalArgumentException unreadable(String rule, String why) {
    return new IllegalArgumentException("rule '" + Shortened.of(rule) + "': " + why);
  }

  /**
   * Parses rules such as {@code shop kind:scan rows:1000000=cool-down, * handler-ms:60000=stop}.
   *
   * @throws IllegalArgumentException naming the first rule that cannot be read, and why
   */
  public static RunawayRules parse(String text) {
    Map<String, Rule> rules = new LinkedHashMap<>();
    for (String part : text.split(",")) {
      String entry = part.trim();
      if (!entry.isEmpty()) {
        Rule rule = Rule.parse(entry);
        if (rules.put(rule.key(), rule) != null) {
          throw unreadable(entry, "there is another one with another limit");
        }
      }
    }
    return rules.isEmpty() ? NONE : new RunawayRules(new ArrayList<>(rules.values()));
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  public List<Rule> all() {
    return rules;
  }

  /** Returns a rule that stops requests before this one limits them, if there is any. */
  public Optional<Rule> hiding(Rule rule) {
    return rules.stream()
        .filter(
            other ->
                !other.equals(rule)
                    && other.action == Action.STOP
                    && other.measure == rule.measure
                    && other.limit <= rule.limit
                    && other.covers(rule))
        .findFirst();
  }

  /** Returns these with others. One that differs in the limit only is replaced. */
  public RunawayRules with(RunawayRules others) {
    Map<String, Rule> all = new LinkedHashMap<>();
    Stream.concat(rules.stream(), others.rules.stream()).forEach(rule -> all.put(rule.key(), rule));
    return new RunawayRules(new ArrayList<>(all.values()));
  }

  /**
   * Returns these without some.
   *
   * @param what a tenant or {@code *}, for all of its rules, or a rule as it is written
   * @throws IllegalArgumentException if there is no such rule
   */
  public RunawayRules without(String what) {
    String given = what.trim().replaceAll("\\s+", " ");
    List<Rule> kept =
        rules.stream()
            .filter(rule -> !rule.tenant.text.equals(given) && !rule.toString().equals(given))
            .collect(Collectors.toList());
    if (kept.size() == rules.size()) {
      throw new IllegalArgumentException(
          "there is no rule '"
              + Shortened.of(given)
              + "': rules are "
              + (isEmpty() ? "none" : this));
    }
    return kept.isEmpty() ? NONE : new RunawayRules(kept);
  }

  /** The text that {@link #parse} reads. */
  @Override
  public String toString() {
    return rules.stream().map(Rule::toString).collect(Collectors.joining(","));
  }
}
