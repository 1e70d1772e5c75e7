package io.argus.bench.finding;

import static io.argus.core.text.Text.format;

import io.argus.bench.result.Spread;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a campaign shows beyond the scores of its workload mixes: named figures over the repeats.
 *
 * @param of what the figures are of, such as {@code uniform50 alone}
 */
public record Finding(String of, Map<String, Spread> figures) {

  public Finding {
    figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
  }

  /** Findings as lines to print: the median and, where they differ, the least and the greatest. */
  public static List<String> toTable(List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    int width = findings.stream().mapToInt(finding -> finding.of().length()).max().orElse(1);
    for (Finding finding : findings) {
      StringBuilder line = new StringBuilder(format("%-" + width + "s", finding.of()));
      finding.figures().forEach((name, spread) -> line.append("  ").append(text(name, spread)));
      lines.add(line.toString());
    }
    return lines;
  }

  private static String text(String name, Spread spread) {
    return spread.min() == spread.max()
        ? format("%s %.3f", name, spread.median())
        : format("%s %.3f (%.3f..%.3f)", name, spread.median(), spread.min(), spread.max());
  }
}
