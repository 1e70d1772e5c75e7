package io.argus.core.text;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Texts that are the same in every locale, and names that are misspelt. Stateless. */
public final class Text {
  private static final int MAX_SLIPS = 3;
  private static final int MAX_NAMES = 20;

  private Text() {}

  /** As {@link String#format}, with a point in every fraction and a comma between thousands. */
  public static String format(String pattern, @Nullable Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /**
   * Returns the name that was probably meant; empty if none is like it.
   *
   * @param maxSlips letters that may be wrong, missing, too many or exchanged
   */
  public static Optional<String> nearest(String misspelt, Collection<String> names, int maxSlips) {
    String best = null;
    int fewest = maxSlips + 1;
    for (String name : names) {
      if (Math.abs(name.length() - misspelt.length()) < fewest) { // else it takes more slips
        int slips = EditDistance.slips(misspelt, name);
        if (slips < fewest) {
          fewest = slips;
          best = name;
        }
      }
    }
    return Optional.ofNullable(best);
  }

  /**
   * Returns what would be right instead of a name that is unknown, for the end of a message.
   *
   * @param names of what there is; of many, the message has the first ones
   */
  public static String instead(String unknown, Collection<String> names) {
    int slips = Math.min(MAX_SLIPS, unknown.length() / 2);
    Optional<String> meant = nearest(unknown, names, slips);
    if (meant.isPresent()) {
      return "did you mean " + meant.get() + "?";
    }
    String first = names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    int others = names.size() - MAX_NAMES;
    return "must be one of [" + first + (others > 0 ? ", and " + others + " more]" : "]");
  }
}
