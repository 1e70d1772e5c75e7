package io.argus.cli.doctor;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.Output;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The text of {@code argus doctor}: findings that are alike share a line, and of many subjects it
 * has the first. A finding that is alone is told as it is.
 *
 * <p>Stateless.
 */
final class DoctorText {
  /** Findings of one name that are not alike. */
  static final int MAX_OF_A_KIND = 3;

  private static final int MAX_SUBJECTS = 4;
  private static final int MAX_LENGTH = 5 * Output.WIDTH;

  private DoctorText() {}

  /** A line for each finding, in full. */
  static List<String> wide(List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    findings.forEach(finding -> lines.add(line(finding, String.join(", ", finding.subjects()))));
    return lines;
  }

  /** The lines for a screen. */
  static List<String> lines(List<Finding> findings) {
    Map<String, Map<String, List<Finding>>> kinds = new LinkedHashMap<>();
    for (Finding finding : findings) {
      kinds
          .computeIfAbsent(finding.severity() + " " + finding.name(), k -> new LinkedHashMap<>())
          .computeIfAbsent(finding.summary(), s -> new ArrayList<>())
          .add(finding);
    }
    List<String> lines = new ArrayList<>();
    kinds.forEach(
        (kind, alike) -> {
          alike.values().stream().limit(MAX_OF_A_KIND).forEach(each -> lines.add(line(kind, each)));
          int more = alike.size() - MAX_OF_A_KIND;
          if (more > 0) {
            lines.add(kind + ": " + Output.more(more, "of this kind; -o wide has them"));
          }
        });
    return lines;
  }

  private static String line(String kind, List<Finding> alike) {
    Finding first = alike.get(0);
    List<String> subjects = new ArrayList<>();
    alike.forEach(finding -> subjects.addAll(finding.subjects()));
    if (alike.size() == 1 && subjects.size() <= MAX_SUBJECTS) {
      return Output.cut(line(first, String.join(", ", subjects)), MAX_LENGTH);
    }
    String who = format("%,d (%s): ", subjects.size(), Output.some(subjects));
    return Output.cut(kind + ": " + who + first.summary(), MAX_LENGTH);
  }

  private static String line(Finding finding, String subjects) {
    return finding.severity()
        + " "
        + finding.name()
        + ": "
        + subjects
        + (subjects.isEmpty() ? "" : " ")
        + finding.message();
  }
}
