package io.argus.bench.run;

import static io.argus.load.basics.Argument.require;

import io.argus.core.text.Shortened;
import io.argus.load.table.RegionLayout;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Which part of a table's rows each region server has, written {@code 80/10/10}. With keys that are
 * uniform these are the parts of its tenant's demand, too.
 *
 * <p>Immutable.
 *
 * @param parts in proportion to each other, one for each region server; none: equal parts
 */
public record Placement(List<Double> parts) {
  /** Equal parts on all region servers. */
  public static final Placement EVEN = new Placement(List.of());

  private static final DecimalFormatSymbols DOT = DecimalFormatSymbols.getInstance(Locale.ROOT);

  public Placement {
    parts = List.copyOf(parts);
    for (double part : parts) {
      require(part >= 0 && part <= 1e6, "part of a placement", part, "0..1000000");
    }
    require(
        parts.isEmpty() || parts.stream().anyMatch(part -> part > 0),
        "placement",
        parts,
        "parts of which one is above 0");
  }

  /** Reads {@code 80/10/10}; nothing is an even placement. */
  public static Placement parse(String text) {
    if (text.isBlank()) {
      return EVEN;
    }
    try {
      return new Placement(
          Arrays.stream(text.split("/", -1)).map(part -> Double.valueOf(part.trim())).toList());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "placement is '"
              + Shortened.of(text)
              + "'; must be a number for each region server, such as 80/10/10",
          e);
    }
  }

  public boolean isEven() {
    return parts.isEmpty();
  }

  /** As {@link #parse} reads it. */
  public String text() {
    DecimalFormat format = new DecimalFormat("0.###", DOT);
    return parts.stream().map(format::format).collect(Collectors.joining("/"));
  }

  /**
   * The regions of such a table.
   *
   * @param servers number of region servers
   * @param regionsOfServer on each of them, if it has rows
   */
  public RegionLayout layout(int servers, int regionsOfServer) {
    require(
        isEven() || parts.size() == servers,
        "placement",
        text(),
        "a part for each of the " + servers + " region servers");
    return RegionLayout.of(isEven() ? Collections.nCopies(servers, 1.0) : parts, regionsOfServer);
  }
}
