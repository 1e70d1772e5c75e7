package io.argus.core.text;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Texts that are the same in every locale. */
public final class Text {
  private Text() {}

  /** As {@link String#format}, with a point in every fraction and a comma between thousands. */
  public static String format(String pattern, @Nullable Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
