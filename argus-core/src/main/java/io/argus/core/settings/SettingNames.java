package io.argus.core.settings;

import io.argus.core.text.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The names of the {@code argus.*} keys: finds keys that are misspelt, and says what to write
 * instead.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class SettingNames {
  private static final String PREFIX = "argus.";

  /** Written by {@code argus install}; no setting. */
  private static final String INSTALLED = "argus.regionserver.replaced";

  /** Of the emulated disk and addresses of an embedded cluster. */
  private static final String CLUSTER_PREFIX = "argus.cluster.";

  /** A key that differs by more typing errors is taken for another word. */
  private static final int MAX_SLIPS = 4;

  private SettingNames() {}

  /**
   * Returns the keys beginning with {@code argus.} that no part of Argus reads, in order.
   *
   * @param configuration key and value of everything that is configured
   */
  public static List<String> unknown(Iterable<Map.Entry<String, String>> configuration) {
    TreeSet<String> unknown = new TreeSet<>();
    for (Map.Entry<String, String> entry : configuration) {
      String key = entry.getKey();
      if (key.startsWith(PREFIX) && !key.startsWith(CLUSTER_PREFIX) && !isKnown(key)) {
        unknown.add(key);
      }
    }
    return new ArrayList<>(unknown);
  }

  private static boolean isKnown(String key) {
    return key.equals(INSTALLED) || Settings.LIST.find(key).isPresent();
  }

  /** Returns the sentence for the log about a key that no part of Argus reads. */
  public static String noEffect(String unknown) {
    return unknown + " is no setting of Argus and has no effect" + hint(unknown);
  }

  /**
   * Returns what to add to a message that a key is unknown, beginning with a semicolon; empty if
   * there is nothing to add.
   */
  public static String hint(String unknown) {
    Optional<String> successor = RenamedKeys.successor(unknown);
    return successor.isPresent()
        ? "; it is now " + successor.get()
        : nearest(unknown).map(meant -> "; did you mean " + meant + "?").orElse("");
  }

  /** Returns the key that was probably meant, empty if none is like it. */
  static Optional<String> nearest(String misspelt) {
    List<String> keys = Settings.all().stream().map(Setting::key).collect(Collectors.toList());
    return Text.nearest(
        misspelt, keys, Math.min(MAX_SLIPS, (misspelt.length() - PREFIX.length()) / 2));
  }
}
