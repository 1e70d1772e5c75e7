package io.argus.load.basics;

/** Checks the values from which settings are made. */
public final class Argument {
  private static final int MAX_SHOWN = 200;

  private Argument() {}

  /**
   * Throws unless a value is valid.
   *
   * @param right what the value must be, such as {@code at least 1}
   * @throws IllegalArgumentException with name, value and what is right
   */
  public static void require(boolean valid, String name, Object value, String right) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is " + shown(value) + "; must be " + right);
    }
  }

  /** A value as a message may quote it: short, and on one line. */
  public static String shown(Object value) {
    String text = String.valueOf(value).replaceAll("\\p{Cntrl}", "?");
    return text.length() <= MAX_SHOWN
        ? text
        : text.substring(0, MAX_SHOWN) + "... (" + text.length() + " characters)";
  }
}
