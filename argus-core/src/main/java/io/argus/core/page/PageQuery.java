package io.argus.core.page;

import io.argus.core.text.Shortened;
import java.io.UnsupportedEncodingException;
import java.net.URLDecoder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request to the Argus page, in the order of the request.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class PageQuery {
  private final Map<String, String> parameters;

  private PageQuery(Map<String, String> parameters) {
    this.parameters = parameters;
  }

  /**
   * @param query what follows the question mark, still encoded; null or empty without parameters
   * @throws IllegalArgumentException if its encoding is wrong or it gives a parameter twice
   */
  public static PageQuery of(@Nullable String query) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String part : query == null ? new String[0] : query.split("&")) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      String name = decoded(equals < 0 ? part : part.substring(0, equals));
      String value = equals < 0 ? "" : decoded(part.substring(equals + 1));
      if (parameters.put(name, value) != null) {
        throw new IllegalArgumentException(
            "parameter '" + Shortened.of(name) + "' is given twice: must be given once");
      }
    }
    return new PageQuery(Collections.unmodifiableMap(parameters));
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, "UTF-8");
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'"
              + Shortened.of(text)
              + "' cannot be read: "
              + Shortened.of(String.valueOf(e.getMessage())),
          e);
    } catch (UnsupportedEncodingException e) {
      throw new IllegalStateException(e);
    }
  }

  public Optional<String> parameter(String name) {
    return Optional.ofNullable(parameters.get(name));
  }

  /**
   * Reads a whole number from 1 on.
   *
   * @param name of the parameter, for messages
   * @throws IllegalArgumentException if the text is none, or is above the greatest
   */
  public static int count(String name, String text, int most) {
    try {
      int count = Integer.parseInt(text);
      if (count >= 1 && count <= most) {
        return count;
      }
    } catch (NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException(
        name + " is '" + Shortened.of(text) + "': must be 1.." + most);
  }

  public Map<String, String> parameters() {
    return parameters;
  }
}
