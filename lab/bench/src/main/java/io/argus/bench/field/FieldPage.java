package io.argus.bench.field;

import static io.argus.core.text.Text.format;

import java.util.List;
import java.util.stream.Collectors;

/** A field report as a web page: what does not hold first, then each row with its table. */
public final class FieldPage {
  private static final String STYLE =
      """
      body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
      table { border-collapse: collapse; margin: .5rem 0 1.5rem }
      th, td { padding: .15rem .7rem; text-align: right; border-bottom: 1px solid #ddd }
      th:first-child, td:first-child { text-align: left }
      .not { color: #b00020; font-weight: bold }
      """;

  private FieldPage() {}

  /**
   * The page.
   *
   * @param rows to show, in their order
   */
  public static String of(FieldReport report, List<FieldRow> rows) {
    String title = "HBase " + report.hbase() + ", disk " + report.disk() + ", medians";
    StringBuilder page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n");
    page.append(format("<title>%s</title>\n<style>\n%s</style>\n", escaped(title), STYLE));
    page.append(format("<h1>%s</h1>\n", escaped(title)));
    page.append(list(report.failures().stream().map(each -> "NOT measured: " + each).toList()));
    for (FieldRow row : rows) {
      page.append(format("<h2>%s</h2>\n<p>%s</p>\n", escaped(row.name()), escaped(row.what())));
      page.append(table(report.table(row)));
      page.append(
          list(
              report.verdicts().stream()
                  .filter(verdict -> verdict.row().equals(row.name()))
                  .map(Verdict::line)
                  .toList()));
    }
    return page.append("</html>\n").toString();
  }

  private static String list(List<String> lines) {
    return lines.stream()
        .map(
            line ->
                format(
                    "<li%s>%s</li>\n",
                    line.startsWith("NOT") ? " class=\"not\"" : "", escaped(line)))
        .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
  }

  private static String table(List<List<String>> cells) {
    StringBuilder table = new StringBuilder("<table>\n");
    for (int i = 0; i < cells.size(); i++) {
      String tag = i == 0 ? "th" : "td";
      table.append("<tr>");
      cells.get(i).forEach(cell -> table.append(format("<%1$s>%2$s</%1$s>", tag, escaped(cell))));
      table.append("</tr>\n");
    }
    return table.append("</table>\n").toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
