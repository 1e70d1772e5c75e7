package io.argus.core.text;

/**
 * Text of unknown origin as a message may quote it: at most {@value #MAX_LENGTH} characters, on one
 * line, without characters that a terminal or a log would obey.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class Shortened {
  private static final int MAX_LENGTH = 200;

  private Shortened() {}

  public static String of(String text) {
    return text.length() <= MAX_LENGTH
        ? onOneLine(text)
        : onOneLine(text.substring(0, MAX_LENGTH)) + "... (" + text.length() + " characters)";
  }

  /** The whole text, on one line and without such characters. */
  public static String onOneLine(String text) {
    if (text.chars().allMatch(c -> isPlain((char) c))) {
      return text;
    }
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      shown.append(isPlain(c) ? c : Character.isWhitespace(c) ? ' ' : '?');
    }
    return shown.toString();
  }

  private static boolean isPlain(char c) {
    switch (Character.getType(c)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
      case Character.SURROGATE:
      case Character.PRIVATE_USE:
      case Character.UNASSIGNED:
        return false;
      default:
        return true;
    }
  }
}
