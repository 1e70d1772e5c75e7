package io.argus.cli.install;

import com.google.common.collect.ImmutableList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is known of Argus on a version of HBase. The table here is the only one: {@code argus
 * install} and {@code argus doctor} ask it, and docs/compatibility.md says the same.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Compatibility {
  /** What is known. */
  public enum Verdict {
    /** The contract of the drop-in jar passes in its servers. */
    PROVEN,
    /** Its classes have every member that Argus needs. */
    LINKED,
    /** A version or a build between those that are known. */
    UNPROVEN,
    /** Argus does not work on its line, or nobody has tried a version of that line. */
    REFUSED
  }

  /** Versions in whose servers the contract passes. */
  static final ImmutableList<String> PROVEN =
      ImmutableList.of("2.4.18", "2.5.13", "2.6.1", "2.6.2", "2.6.3", "2.6.4", "0.94.27");

  /** Versions whose servers nobody could run. */
  static final ImmutableList<String> LINKED =
      ImmutableList.of("2.5.15", "2.6.0", "2.6.5", "2.6.6", "3.0.0");

  /** Lines of which the other versions are not known. */
  private static final ImmutableList<String> LINES =
      ImmutableList.of("2.4", "2.5", "2.6", "3.0", "0.94");

  /** The proven versions, for operators. */
  public static final String PROVEN_VERSIONS = "HBase 2.4.18, 2.5.13, 2.6.1 to 2.6.4, and 0.94.27";

  private static final Pattern VERSION =
      Pattern.compile("([0-9]{1,4}\\.[0-9]{1,4})(\\.[0-9]{1,4})?((?:[-.].*)?)");

  /** What comes after the numbers of a release of Apache, or of its jars. */
  private static final ImmutableList<String> OF_APACHE =
      ImmutableList.of("", "-hadoop3", "-tests", "-hadoop3-tests");

  private final Verdict verdict;
  private final String reason;

  private Compatibility(Verdict verdict, String reason) {
    this.verdict = verdict;
    this.reason = reason;
  }

  /**
   * Looks a version up.
   *
   * @param version such as {@code 2.6.4}, {@code 2.6.4-hadoop3} or {@code 2.6.4-amzn-0}
   */
  public static Compatibility of(String version) {
    Matcher parts = VERSION.matcher(version);
    if (!parts.matches()) {
      return new Compatibility(Verdict.UNPROVEN, "its version says nothing");
    }
    if (!LINES.contains(parts.group(1))) {
      return new Compatibility(Verdict.REFUSED, "Argus works on " + PROVEN_VERSIONS);
    }
    String base = parts.group(1) + (parts.group(2) == null ? "" : parts.group(2));
    if (!OF_APACHE.contains(parts.group(3))) {
      return new Compatibility(
          Verdict.UNPROVEN,
          "this is another build than " + base + " of Apache, and nobody has tried Argus on it");
    }
    if (PROVEN.contains(base)) {
      return new Compatibility(Verdict.PROVEN, "");
    }
    return LINKED.contains(base)
        ? new Compatibility(
            Verdict.LINKED,
            "its classes have every member that Argus needs, but no server of it was ever run with"
                + " Argus")
        : new Compatibility(
            Verdict.UNPROVEN, "nobody has tried Argus on it; Argus works on " + PROVEN_VERSIONS);
  }

  public Verdict verdict() {
    return verdict;
  }

  /** What is not known, or why it is refused; empty if it is proven. */
  public String reason() {
    return reason;
  }
}
