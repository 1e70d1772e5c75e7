package io.argus.cli.install;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether Argus works on a version of HBase, as docs/compatibility.md has it.
 *
 * <p>Immutable.
 *
 * @param verdict whether it works
 * @param reason why not, or what is not known; empty if it works
 */
public record Compatibility(Verdict verdict, String reason) {
  private static final Pattern VERSION =
      Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})(?:\\.([0-9]{1,4}))?(?:[-.].*)?");

  private static final Compatibility WORKS = new Compatibility(Verdict.SUPPORTED, "");

  /** Whether Argus works. */
  public enum Verdict {
    SUPPORTED,
    /** Nobody has tried it. */
    UNTESTED,
    UNSUPPORTED
  }

  /** What is known of a release line. */
  private record Line(int major, int minor, Compatibility compatibility) {}

  private static final List<Line> KNOWN = List.of(new Line(0, 94, WORKS), new Line(2, 6, WORKS));

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
    Optional<Line> known =
        KNOWN.stream().filter(line -> line.major == major && line.minor == minor).findFirst();
    if (known.isPresent()) {
      return known.get().compatibility;
    }
    return major == 2 && minor > 6
        ? new Compatibility(Verdict.UNTESTED, "nobody has tried Argus on it")
        : new Compatibility(Verdict.UNSUPPORTED, "Argus has jars for HBase 2.6 and 0.94 only");
  }
}
