package io.argus.core.settings;

import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One configuration key of {@code hbase-site.xml}: its name, default, unit, what it means and which
 * values are legal.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <T> type of the value
 */
public final class Setting<T> {
  private final String key;
  private final String defaultText;
  private final String unit;
  private final String description;
  private final Function<String, T> parser;
  private final Predicate<T> legal;
  private final String legalText;
  private final boolean live;

  private Setting(
      String key,
      String defaultText,
      String unit,
      String description,
      Function<String, T> parser,
      Predicate<T> legal,
      String legalText) {
    this.key = key;
    this.defaultText = defaultText;
    this.unit = unit;
    this.description = description;
    this.parser = parser;
    this.legal = legal;
    this.legalText = legalText;
    this.live = false;
    parse(defaultText);
  }

  private Setting(Setting<T> like, boolean live) {
    this.key = like.key;
    this.defaultText = like.defaultText;
    this.unit = like.unit;
    this.description = like.description;
    this.parser = like.parser;
    this.legal = like.legal;
    this.legalText = like.legalText;
    this.live = live;
  }

  /** The same setting, which servers take over while they run. */
  Setting<T> madeLive() {
    return new Setting<>(this, true);
  }

  static Setting<Long> integer(
      String key, long byDefault, String unit, long least, long most, String description) {
    return new Setting<>(
        key,
        Long.toString(byDefault),
        unit,
        description,
        Long::valueOf,
        v -> v >= least && v <= most,
        "a whole number from " + least + " to " + most + " (" + unit + ")");
  }

  static Setting<Double> decimal(
      String key, double byDefault, String unit, double least, double most, String description) {
    return new Setting<>(
        key,
        Double.toString(byDefault),
        unit,
        description,
        Double::valueOf,
        v -> v >= least && v <= most,
        "a number from " + least + " to " + most);
  }

  static Setting<Boolean> flag(String key, boolean byDefault, String description) {
    return new Setting<>(
        key,
        Boolean.toString(byDefault),
        "true or false",
        description,
        Setting::parseBoolean,
        v -> true,
        "true or false");
  }

  static <E extends Enum<E>> Setting<E> choice(
      String key, E byDefault, Class<E> type, String description) {
    StringBuilder names = new StringBuilder();
    for (E constant : type.getEnumConstants()) {
      names.append(names.length() == 0 ? "" : ", ").append(lowerCase(constant.name()));
    }
    return new Setting<>(
        key,
        lowerCase(byDefault.name()),
        "one of " + names,
        description,
        text -> parseChoice(type, text),
        v -> true,
        "one of " + names);
  }

  /** A setting whose parser says itself, by IllegalArgumentException, what is wrong with a text. */
  static <T> Setting<T> text(
      String key, String byDefault, String unit, String description, Function<String, T> parser) {
    return new Setting<>(key, byDefault, unit, description, parser, v -> true, unit);
  }

  private static String lowerCase(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  private static Boolean parseBoolean(String text) {
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return Boolean.valueOf(text);
    }
    throw new IllegalArgumentException();
  }

  private static <E extends Enum<E>> E parseChoice(Class<E> type, String text) {
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equalsIgnoreCase(text)) {
        return constant;
      }
    }
    throw new IllegalArgumentException();
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException naming the key, the text and what would be right
   */
  public T parse(String text) {
    T value;
    try {
      value = parser.apply(text.trim());
    } catch (IllegalArgumentException e) {
      throw illegal(text, e);
    }
    if (!legal.test(value)) {
      throw illegal(text, null);
    }
    return value;
  }

  private IllegalArgumentException illegal(String text, @Nullable Exception cause) {
    String message =
        cause == null || cause instanceof NumberFormatException ? null : cause.getMessage();
    String detail = message == null ? "" : " (" + message + ")";
    return new IllegalArgumentException(
        key + " is '" + text + "': must be " + legalText + detail, cause);
  }

  public T defaultValue() {
    return parse(defaultText);
  }

  public String key() {
    return key;
  }

  public String defaultText() {
    return defaultText;
  }

  public String unit() {
    return unit;
  }

  public String description() {
    return description;
  }

  /** Whether servers take over a new value while they run; otherwise when they start. */
  public boolean isLive() {
    return live;
  }
}
