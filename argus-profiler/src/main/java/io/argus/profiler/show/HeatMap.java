package io.argus.profiler.show;

import io.argus.core.performance.PerformanceFunction;
import io.argus.core.text.Text;
import io.argus.profiler.fit.GridPoint;
import java.util.ArrayList;
import java.util.List;

/**
 * A picture of a performance function: cache share upwards, HDFS share to the right, brighter means
 * more throughput.
 *
 * <p>Immutable.
 */
public final class HeatMap {
  private static final int TEXT_STEPS = 8;
  private static final int SVG_STEPS = 40;
  private static final int SVG_CELL = 10;
  private static final int SVG_MARGIN = 60;

  /** Dark blue to yellow (viridis), as red, green, blue. */
  private static final int[][] COLOURS = {
    {68, 1, 84}, {65, 68, 135}, {42, 120, 142}, {34, 168, 132}, {122, 209, 81}, {253, 231, 37}
  };

  private final String title;
  private final PerformanceFunction function;
  private final List<GridPoint> measured;

  /**
   * @param measured points to mark in the SVG
   */
  public HeatMap(String title, PerformanceFunction function, List<GridPoint> measured) {
    this.title = title;
    this.function = function;
    this.measured = new ArrayList<>(measured);
  }

  public List<String> toText(boolean coloured) {
    List<String> lines = new ArrayList<>();
    lines.add(title + ": operations per second");
    for (int c = TEXT_STEPS; c >= 1; c--) {
      double cache = (double) c / TEXT_STEPS;
      StringBuilder line =
          new StringBuilder(format(c == TEXT_STEPS ? "cache %.3f " : "      %.3f ", cache));
      for (int h = 1; h <= TEXT_STEPS; h++) {
        double value = function.throughput(cache, (double) h / TEXT_STEPS);
        String cell = format("%8s", number(value));
        line.append(coloured ? coloured(cell, value) : cell);
      }
      lines.add(line.toString());
    }
    StringBuilder axis = new StringBuilder("       HDFS ");
    for (int h = 1; h <= TEXT_STEPS; h++) {
      axis.append(format("%8.3f", (double) h / TEXT_STEPS));
    }
    lines.add(axis.toString());
    return lines;
  }

  private static String number(double value) {
    return value >= 100_000 ? format("%.0fk", value / 1000) : format("%.0f", value);
  }

  private String coloured(String cell, double value) {
    int[] colour = colour(value);
    boolean bright = colour[1] > 140;
    return format(
        "\033[48;2;%d;%d;%dm\033[%dm%s \033[0m",
        colour[0], colour[1], colour[2], bright ? 30 : 97, cell.substring(1));
  }

  private int[] colour(double value) {
    double greatest = function.throughput(1, 1);
    double place = greatest > 0 ? Math.min(1, value / greatest) * (COLOURS.length - 1) : 0;
    int below = Math.min(COLOURS.length - 2, (int) place);
    int[] mixed = new int[3];
    for (int i = 0; i < 3; i++) {
      double part = place - below;
      mixed[i] = (int) Math.round(COLOURS[below][i] * (1 - part) + COLOURS[below + 1][i] * part);
    }
    return mixed;
  }

  /** The same as an SVG document, with the measured points as dots. */
  public String toSvg() {
    int side = SVG_STEPS * SVG_CELL;
    StringBuilder svg = new StringBuilder();
    svg.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"12\">%n",
            side + 2 * SVG_MARGIN, side + 2 * SVG_MARGIN));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    for (int c = 0; c < SVG_STEPS; c++) {
      for (int h = 0; h < SVG_STEPS; h++) {
        double value = function.throughput((c + 0.5) / SVG_STEPS, (h + 0.5) / SVG_STEPS);
        int[] colour = colour(value);
        svg.append(
            format(
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\""
                    + " fill=\"#%02x%02x%02x\"><title>%.0f ops/s</title></rect>%n",
                SVG_MARGIN + h * SVG_CELL,
                SVG_MARGIN + side - (c + 1) * SVG_CELL,
                SVG_CELL,
                SVG_CELL,
                colour[0],
                colour[1],
                colour[2],
                value));
      }
    }
    for (GridPoint point : measured) {
      svg.append(
          format(
              "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"white\" stroke=\"black\"/>%n",
              SVG_MARGIN + point.hdfsShare() * side, SVG_MARGIN + side * (1 - point.cacheShare())));
    }
    axes(svg, side);
    return svg.append("</svg>\n").toString();
  }

  private void axes(StringBuilder svg, int side) {
    for (double share = 0; share <= 1; share += 0.25) {
      double along = SVG_MARGIN + share * side;
      svg.append(text(along, SVG_MARGIN + side + 18, "middle", format("%.2f", share)));
      svg.append(
          text(SVG_MARGIN - 8, SVG_MARGIN + side * (1 - share) + 4, "end", format("%.2f", share)));
    }
    double middle = SVG_MARGIN + side / 2.0;
    svg.append(text(middle, SVG_MARGIN + side + 40, "middle", "HDFS share"));
    svg.append(
        format(
            "<text transform=\"translate(16,%.0f) rotate(-90)\" text-anchor=\"middle\">cache"
                + " share</text>%n",
            middle));
    String escaped = title.replace("&", "&amp;").replace("<", "&lt;");
    svg.append(
        text(
            middle,
            SVG_MARGIN - 24,
            "middle",
            escaped + format(": 0 to %.0f operations per second", function.throughput(1, 1))));
  }

  private static String text(double x, double y, String anchor, String text) {
    return format("<text x=\"%.0f\" y=\"%.0f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, text);
  }

  private static String format(String pattern, Object... values) {
    return Text.format(pattern.replace("%n", "\n"), values);
  }
}
