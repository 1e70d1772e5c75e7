package io.argus.bench.field;

import com.google.gson.Gson;
import io.argus.bench.report.HtmlPage;
import java.util.List;

/**
 * What the web page of a field report shows.
 *
 * @param failures measurements that failed, a sentence each
 */
record FieldPage(String hbase, String disk, List<Section> rows, List<String> failures) {

  /**
   * A row of requests.
   *
   * @param table its heading, then its lines of cells
   */
  record Section(String name, String what, List<List<String>> table, List<Verdict> verdicts) {}

  static FieldPage of(FieldReport report, List<FieldRow> rows) {
    return new FieldPage(
        report.hbase(),
        report.disk(),
        rows.stream().map(row -> section(report, row)).toList(),
        report.failures());
  }

  private static Section section(FieldReport report, FieldRow row) {
    List<Verdict> verdicts =
        report.verdicts().stream().filter(verdict -> verdict.row().equals(row.name())).toList();
    return new Section(row.name(), row.what(), report.table(row), verdicts);
  }

  String toHtml() {
    return HtmlPage.of(FieldPage.class, "field.html", "field.js", new Gson().toJson(this));
  }
}
