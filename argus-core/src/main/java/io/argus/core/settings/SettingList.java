package io.argus.core.settings;

import io.argus.core.text.Shortened;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings there are, in the order of their declaration. {@link Settings} declares each as
 * {@code LIST.advanced(key, default, type).live(description)}.
 *
 * <p>Complete, and safe for use by any thread, once {@link Settings} is loaded.
 */
final class SettingList {
  private final List<Setting<?>> all = new ArrayList<>();

  /** A setting that still lacks its description. */
  interface Draft<T> {
    Setting<T> add(boolean live, String description);

    /** Adds a setting that can be changed while servers run. */
    default Setting<T> live(String description) {
      return add(true, description);
    }

    /** Adds a setting that servers read when they start. */
    default Setting<T> atStart(String description) {
      return add(false, description);
    }
  }

  private <T> Draft<T> draft(
      Setting.Category category, String key, String byDefault, SettingType<T> type) {
    return (live, description) -> {
      Setting<T> setting = new Setting<>(key, byDefault, type, category, live, description);
      all.add(setting);
      return setting;
    };
  }

  <T> Draft<T> basic(String key, String byDefault, SettingType<T> type) {
    return draft(Setting.Category.BASIC, key, byDefault, type);
  }

  <T> Draft<T> advanced(String key, String byDefault, SettingType<T> type) {
    return draft(Setting.Category.ADVANCED, key, byDefault, type);
  }

  List<Setting<?>> all() {
    return Collections.unmodifiableList(all);
  }

  Optional<Setting<?>> find(String key) {
    return all().stream().filter(setting -> setting.key().equals(key)).findFirst();
  }

  private String meant(String key) {
    return SettingNames.nearest(key)
        .map(meant -> "did you mean " + meant + "?")
        .orElseGet(() -> "must be one of " + liveKeys());
  }

  private List<String> liveKeys() {
    return all.stream().filter(Setting::isLive).map(Setting::key).collect(Collectors.toList());
  }

  /**
   * Returns the live setting of that key.
   *
   * @throws IllegalArgumentException naming the key and what would be right
   */
  Setting<?> requireLive(String key) {
    Setting<?> setting =
        find(key)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        Shortened.of(key)
                            + " is no setting"
                            + RenamedKeys.successor(key)
                                .map(successor -> ": it is now " + successor)
                                .orElseGet(() -> ": " + meant(key))));
    if (!setting.isLive()) {
      throw new IllegalArgumentException(
          key + " is read when a server starts: set it in hbase-site.xml and restart");
    }
    return setting;
  }
}
