package io.argus.core.settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The names of the {@code argus.*} keys, to find those that are misspelt.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class SettingNames {
  private static final String PREFIX = "argus.";

  /** Written by the installation, and those of the bench's own disk. */
  private static final List<String> BESIDE_SETTINGS =
      Collections.singletonList("argus.regionserver.replaced");

  private static final String BENCH_PREFIX = "argus.bench.";

  /** More slips than that are another word. */
  private static final int MOST_SLIPS = 4;

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
      if (key.startsWith(PREFIX) && !key.startsWith(BENCH_PREFIX) && !isKnown(key)) {
        unknown.add(key);
      }
    }
    return new ArrayList<>(unknown);
  }

  private static boolean isKnown(String key) {
    return BESIDE_SETTINGS.contains(key)
        || Settings.all().stream().anyMatch(setting -> setting.key().equals(key));
  }

  /** Returns the key that was probably meant, empty if none is like it. */
  public static Optional<String> nearest(String misspelt) {
    String best = null;
    int fewest = Math.min(MOST_SLIPS, (misspelt.length() - PREFIX.length()) / 2) + 1;
    for (Setting<?> setting : Settings.all()) {
      int slips = slips(misspelt, setting.key());
      if (slips < fewest) {
        fewest = slips;
        best = setting.key();
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * Edit distance in which two neighbours exchanged count as one slip (optimal string alignment).
   */
  static int slips(String one, String other) {
    int[] twoBack = new int[other.length() + 1];
    int[] back = new int[other.length() + 1];
    Arrays.setAll(back, j -> j);
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int changed = back[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(changed, 1 + Math.min(back[j], row[j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          row[j] = Math.min(row[j], 1 + twoBack[j - 2]);
        }
      }
      twoBack = back;
      back = row;
    }
    return back[other.length()];
  }
}
