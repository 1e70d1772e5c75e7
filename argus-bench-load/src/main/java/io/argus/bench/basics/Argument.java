package io.argus.bench.basics;

/** Checks the values from which settings are made. */
public final class Argument {
  private Argument() {}

  /**
   * Throws unless a value is valid.
   *
   * @param right what the value must be, such as {@code at least 1}
   * @throws IllegalArgumentException with name, value and what is right
   */
  public static void require(boolean valid, String name, Object value, String right) {
    if (!valid) {
      throw new IllegalArgumentException(name + " is " + value + "; must be " + right);
    }
  }
}
