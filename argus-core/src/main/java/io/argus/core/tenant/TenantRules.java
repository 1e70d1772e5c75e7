package io.argus.core.tenant;

import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * An ordered list of rules that map full table names to tenants. The first rule that matches
 * counts.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class TenantRules {
  /** The setting that holds the rules. */
  public static final String KEY = "argus.tenant.rules";

  private static final class Rule {
    private final NamePattern table;
    private final TenantId tenant;

    Rule(NamePattern table, TenantId tenant) {
      this.table = table;
      this.tenant = tenant;
    }
  }

  private final List<Rule> rules;

  private TenantRules(List<Rule> rules) {
    this.rules = Collections.unmodifiableList(rules);
  }

  /**
   * Parses rules such as {@code sales:*=acme, default:web_*=shop, default:orders=acme}. Each is a
   * full table name (namespace, colon, table), or the beginning of one with {@code *} after it, and
   * a tenant.
   *
   * @throws IllegalArgumentException naming the first rule that cannot be read
   */
  public static TenantRules parse(String text) {
    List<Rule> parsed = new ArrayList<>();
    for (String part : text.split(",")) {
      String rule = part.trim();
      if (!rule.isEmpty()) {
        parsed.add(parseRule(rule));
      }
    }
    return new TenantRules(parsed);
  }

  private static Rule parseRule(String rule) {
    int equals = rule.indexOf('=');
    String table = equals < 0 ? "" : rule.substring(0, equals).trim();
    boolean named = table.indexOf(':') >= 0 || table.equals("*");
    if (!named || !NamePattern.isLegal(table)) {
      throw new IllegalArgumentException(
          String.format(
              "tenant rule '%s' cannot be read: write namespace:table=tenant, with at most one '*', at"
                  + " the end of the table (where there are no namespaces, write default:table), or"
                  + " *=tenant",
              Shortened.of(rule)));
    }
    return new Rule(new NamePattern(table), TenantId.of(rule.substring(equals + 1).trim()));
  }

  /**
   * Returns the tenant of the first rule that matches.
   *
   * @param fullName namespace, colon, table
   */
  public Optional<TenantId> tenantOf(String fullName) {
    return first(fullName).map(rule -> rule.tenant);
  }

  /** Returns the first rule that matches, as it was written. */
  Optional<String> ruleOf(String fullName) {
    return first(fullName).map(rule -> rule.table.text + "=" + rule.tenant);
  }

  private Optional<Rule> first(String fullName) {
    for (Rule rule : rules) {
      if (rule.table.matches(fullName)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }
}
