package io.argus.cli.install;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether Argus works on a version of HBase, as docs/compatibility.md has it.
 *
 * <p>Immutable.
 */
public final class Compatibility {
  private static final Pattern VERSION =
      Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})(?:\\.([0-9]{1,4}))?((?:[-.].*)?)");

  private static final Compatibility WORKS = new Compatibility(Verdict.SUPPORTED, "");

  private final Verdict verdict;
  private final String reason;

  /**
   * @param verdict whether it works
   * @param reason why not, or what is not known; empty if it works
   */
  public Compatibility(Verdict verdict, String reason) {
    this.verdict = verdict;
    this.reason = reason;
  }

  public Verdict verdict() {
    return verdict;
  }

  public String reason() {
    return reason;
  }

  /** Whether Argus works. */
  public enum Verdict {
    SUPPORTED,
    /** Nobody has tried it. */
    UNTESTED,
    UNSUPPORTED
  }

  /** The releases of HBase 2.6 on which the contract ran. */
  private static final int FIRST_OF_2_6 = 1;

  private static final int LAST_OF_2_6 = 4;

  /** What comes after the numbers of a release of Apache, or of its jars. */
  private static final List<String> OF_APACHE =
      Arrays.asList("", "-hadoop3", "-tests", "-hadoop3-tests");

  /** The versions that work, for operators. */
  static final String SUPPORTED = "HBase 2.6.1 to 2.6.4, and 0.94";

  /**
   * Looks a version up.
   *
   * @param version such as {@code 2.6.4} or {@code 2.6.4-hadoop3}
   */
  public static Compatibility of(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return new Compatibility(Verdict.UNTESTED, "its version says nothing");
    }
    String line = parts.group(1) + "." + parts.group(2);
    if (line.equals("2.6") && parts.group(3) != null) {
      int release = Integer.parseInt(parts.group(3));
      if (release < FIRST_OF_2_6 || release > LAST_OF_2_6) {
        return new Compatibility(
            Verdict.UNSUPPORTED,
            "keys of its block cache do not have the path of a block's file, by which Argus knows"
                + " its table; those of "
                + SUPPORTED
                + " do");
      }
    } else if (!line.equals("0.94")) {
      return new Compatibility(Verdict.UNSUPPORTED, "Argus works on " + SUPPORTED);
    }
    return OF_APACHE.contains(parts.group(4))
        ? WORKS
        : new Compatibility(
            Verdict.UNTESTED,
            "this is a build of its own, on which nobody has tried Argus. If it lacks something that"
                + " Argus needs, a component fails and names it");
  }
}
