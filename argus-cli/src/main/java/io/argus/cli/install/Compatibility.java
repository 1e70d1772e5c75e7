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
      Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})(?:\\.([0-9]{1,4}))?(?:[-.].*)?");

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

  /** Release lines on which the contract ran. */
  private static final List<String> KNOWN = Arrays.asList("0.94", "2.6");

  /**
   * Looks a version up.
   *
   * @param version such as {@code 2.6.4} or {@code 2.6.4-hadoop3}
   */
  public static Compatibility of(String version) {
    Matcher numbers = VERSION.matcher(version);
    if (!numbers.matches()) {
      return new Compatibility(Verdict.UNTESTED, "its version says nothing");
    }
    int major = Integer.parseInt(numbers.group(1));
    int minor = Integer.parseInt(numbers.group(2));
    if (major == 2 && minor == 6 && "0".equals(numbers.group(3))) {
      return new Compatibility(
          Verdict.UNSUPPORTED,
          "keys of its block cache do not name a block's table, those of 2.6.1 and newer do");
    }
    if (KNOWN.contains(major + "." + minor)) {
      return WORKS;
    }
    return major == 2 && minor > 6
        ? new Compatibility(Verdict.UNTESTED, "nobody has tried Argus on it")
        : new Compatibility(Verdict.UNSUPPORTED, "Argus has jars for HBase 2.6 and 0.94 only");
  }
}
