package io.argus.core.settings;

import io.argus.core.text.Shortened;

/**
 * One {@code argus.*} key of {@code hbase-site.xml}: its name, default, unit, meaning and legal
 * values.
 *
 * <p>Immutable; safe for use by any thread.
 *
 * @param <T> type of the value
 */
public final class Setting<T> {
  /** Who needs to know a setting. */
  public enum Category {
    /** Every operator; at most six settings. */
    BASIC,
    /** Operators of a cluster that the default does not fit. */
    ADVANCED
  }

  private final String key;
  private final String defaultText;
  private final SettingType<T> type;
  private final Category category;
  private final boolean live;
  private final String description;
  final T defaultValue;

  Setting(
      String key,
      String defaultText,
      SettingType<T> type,
      Category category,
      boolean live,
      String description) {
    this.key = key;
    this.defaultText = defaultText;
    this.type = type;
    this.category = category;
    this.live = live;
    this.description = description;
    this.defaultValue = parse(defaultText);
  }

  /**
   * @throws IllegalArgumentException naming the key, the text and what would be right
   */
  public T parse(String text) {
    try {
      return type.parse(text.trim());
    } catch (IllegalArgumentException e) {
      String message = e instanceof NumberFormatException ? null : e.getMessage();
      String detail = message == null ? "" : " (" + message + ")";
      throw new IllegalArgumentException(
          key + " is '" + Shortened.of(text) + "': must be " + type.legalText + detail, e);
    }
  }

  public String key() {
    return key;
  }

  public String defaultText() {
    return defaultText;
  }

  /** The unit, or the legal values where there is none. */
  public String unit() {
    return type.unit;
  }

  public Category category() {
    return category;
  }

  /** Whether a running server takes over a new value; otherwise it reads the value at its start. */
  public boolean isLive() {
    return live;
  }

  public String description() {
    return description;
  }
}
