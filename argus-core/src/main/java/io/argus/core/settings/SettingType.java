package io.argus.core.settings;

import io.argus.core.slo.Slos;
import io.argus.core.tenant.CallerRules;
import io.argus.core.tenant.Caps;
import io.argus.core.tenant.RequestClasses;
import io.argus.core.tenant.RunawayRules;
import io.argus.core.tenant.TenantId;
import io.argus.core.tenant.TenantRules;
import io.argus.core.text.Shortened;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the value of a {@link Setting} is: its unit, and how to parse it. Parsers throw
 * IllegalArgumentException, with a message if the description of the legal values does not suffice.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <T> type of the value
 */
final class SettingType<T> {
  private static final double MIN_WEIGHT = 0.001;
  private static final double MAX_WEIGHT = 1000;

  final String unit;
  final String legalText;
  private final Function<String, T> parser;

  private SettingType(String unit, String legalText, Function<String, T> parser) {
    this.unit = unit;
    this.legalText = legalText;
    this.parser = parser;
  }

  static SettingType<Long> integer(long least, long most, String unit) {
    return new SettingType<>(
        unit,
        "a whole number from " + least + " to " + most + " (" + unit + ")",
        text -> {
          long value = Long.parseLong(text);
          require(value >= least && value <= most, null);
          return value;
        });
  }

  static SettingType<Double> decimal(double least, double most, String unit) {
    return new SettingType<>(
        unit,
        "a number from " + least + " to " + most,
        text -> {
          double value = Double.parseDouble(text);
          require(value >= least && value <= most, null);
          return value;
        });
  }

  static SettingType<Boolean> flag() {
    return text(
        "true or false",
        text -> {
          require(text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"), null);
          return Boolean.valueOf(text);
        });
  }

  static <E extends Enum<E>> SettingType<E> choice(Class<E> type) {
    String names =
        Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.joining(", "));
    return text(
        "one of " + names,
        text ->
            Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equalsIgnoreCase(text))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /** A whole number above 0 and up to {@code most}, or "auto" for {@link Settings#AUTO}. */
  static SettingType<Long> countOrAuto(long most, String unit) {
    return text(
        unit + ", or auto",
        text -> {
          if (text.equals("auto")) {
            return Settings.AUTO;
          }
          long count = Long.parseLong(text);
          require(count >= 1, "must be above 0");
          require(count <= most, "must be " + most + " at most");
          return count;
        });
  }

  static SettingType<String> className() {
    return matching(
        "(?!\\d)[\\p{L}\\p{N}_$.]*",
        "class name, or nothing for HBase's own",
        "this is not the name of a class");
  }

  static SettingType<String> path(String unit) {
    return matching("(?!-)[\\p{L}\\p{N}_./\\\\: -]+", unit, "this is not a path");
  }

  /** Octal permissions of a directory that its owner may use. */
  static SettingType<String> permissions() {
    return matching(
        "7[0-7]{2}",
        "octal, such as 750", "these are not three octal digits of which the first is 7");
  }

  /** A path that may name a file system, or nothing. */
  static SettingType<String> location(String unit) {
    return matching("|(?!-)[\\p{L}\\p{N}_./@:-]+", unit, "this is neither a URI nor a path");
  }

  static SettingType<TenantRules> rules() {
    return text(
        "comma-separated namespace:table=tenant, '*' at the end of the table allowed",
        TenantRules::parse);
  }

  static SettingType<CallerRules> callers() {
    return text(CallerRules.LEGAL, CallerRules::parse);
  }

  static SettingType<Map<TenantId, Double>> weights() {
    return text(
        "comma-separated tenant=weight, weights from 0.001 to 1000", SettingType::parseWeights);
  }

  static SettingType<Slos> slos() {
    return text(
        "comma-separated tenant:ops=number or tenant:p99=milliseconds, of one kind tenant:get.ops=number",
        Slos::parse);
  }

  static SettingType<Caps> caps() {
    return text(Caps.LEGAL, Caps::parse);
  }

  static SettingType<RequestClasses> classes() {
    return text(RequestClasses.LEGAL, RequestClasses::parse);
  }

  static SettingType<RunawayRules> runaways() {
    return text(RunawayRules.LEGAL, RunawayRules::parse);
  }

  static SettingType<Set<String>> users() {
    return text("comma-separated user names", SettingType::parseUsers);
  }

  private static SettingType<String> matching(String pattern, String unit, String complaint) {
    return text(
        unit,
        text -> {
          require(text.matches(pattern), complaint);
          return text;
        });
  }

  /** A type whose unit says what is legal. */
  private static <T> SettingType<T> text(String unit, Function<String, T> parser) {
    return new SettingType<>(unit, unit, parser);
  }

  private static Map<TenantId, Double> parseWeights(String text) {
    Map<TenantId, Double> weights = new HashMap<>();
    for (String part : Arrays.asList(text.split(","))) {
      if (part.trim().isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      require(equals >= 0, "'" + Shortened.of(part.trim()) + "' has no '='");
      double weight = Double.parseDouble(part.substring(equals + 1).trim());
      require(
          weight >= MIN_WEIGHT && weight <= MAX_WEIGHT,
          "weight " + weight + " is not from 0.001 to 1000");
      TenantId tenant = TenantId.of(part.substring(0, equals).trim());
      require(weights.put(tenant, weight) == null, "tenant " + tenant + " is named twice");
    }
    return Collections.unmodifiableMap(weights);
  }

  private static Set<String> parseUsers(String text) {
    Set<String> users = new LinkedHashSet<>();
    for (String part : Arrays.asList(text.split(","))) {
      String user = part.trim();
      require(
          user.matches("(?!-)[\\p{L}\\p{N}._$-]*"),
          "'" + Shortened.of(user) + "' is no short user name");
      if (!user.isEmpty()) {
        users.add(user);
      }
    }
    return Collections.unmodifiableSet(users);
  }

  private static void require(boolean legal, @Nullable String message) {
    if (!legal) {
      throw new IllegalArgumentException(message);
    }
  }

  T parse(String text) {
    return parser.apply(text);
  }
}
