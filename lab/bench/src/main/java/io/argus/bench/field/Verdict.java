package io.argus.bench.field;

import static io.argus.core.text.Text.format;

/**
 * Whether a system does what it is to do in a row.
 *
 * @param what the figure in words, a median over the repeats
 * @param bound the least or greatest value that holds
 * @param why where the bound comes from
 */
public record Verdict(
    String row,
    String system,
    String what,
    double figure,
    double bound,
    String why,
    boolean holds) {

  static Verdict atLeast(
      String row, String system, String what, double figure, double bound, String why) {
    return new Verdict(row, system, what, figure, bound, why, figure >= bound);
  }

  static Verdict atMost(
      String row, String system, String what, double figure, double bound, String why) {
    return new Verdict(row, system, what, figure, bound, why, figure <= bound);
  }

  /** The verdict as a line to print. */
  public String line() {
    return format(
        "%-4s %s, %s: %s %,.1f, bound %,.1f (%s)",
        holds ? "ok" : "NOT", row, system, what, figure, bound, why);
  }
}
