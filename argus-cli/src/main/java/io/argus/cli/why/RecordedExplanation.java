package io.argus.cli.why;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.RecordedHistory;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.recorder.Incident;
import io.argus.core.text.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Why a tenant was as fast or as slow as it was, by what masters have recorded: its figures then
 * and before, what limited it, who used more, what changed.
 *
 * <p>Immutable.
 */
final class RecordedExplanation {
  private static final double MEGABYTE = 1 << 20;
  private static final double MILLI = 1e6;
  private static final int MAX_EVENTS = 20;

  private static final String READ = "hdfsReadBytesPerSecond";
  private static final String CPU = "cpuFraction";

  private static final List<Row> ROWS =
      Arrays.asList(
          new Row("operations a second", "%,.0f", 1, "operationsPerSecond"),
          new Row("throughput loss", "%.0f%%", 0.01, "throughputLoss"),
          new Row("latency, p99, ms", "%.1f", MILLI, "responseP99Nanos"),
          new Row("requests waiting for its cap", "%.1f", 1, "capWaitFraction"),
          new Row("wait for a handler, p99, ms", "%.1f", MILLI, "queueWaitP99Nanos"),
          new Row("wait for I/O admission, p99, ms", "%.1f", MILLI, "hdfsWaitP99Nanos"),
          new Row("read from HDFS, MB/s", "%.1f", MEGABYTE, READ),
          new Row("CPU, cores", "%.2f", 1, CPU),
          new Row("hit ratio", "%.2f", 1, "hitRatio"),
          new Row("cached, MB", "%.1f", MEGABYTE, "cacheBytes"),
          new Row("share of the cache", "%.2f", 1, "cacheShare"),
          new Row("share of HDFS", "%.2f", 1, "hdfsShare"),
          new Row("share of the CPU", "%.2f", 1, "cpuShare"));

  /** A figure of the table. */
  private static final class Row {
    private final String title;
    private final String pattern;
    private final double unit;
    private final String member;

    Row(String title, String pattern, double unit, String member) {
      this.title = title;
      this.pattern = pattern;
      this.unit = unit;
      this.member = member;
    }

    String cell(Map<String, Double> figures) {
      Double figure = figures.get(member);
      return figure == null ? "-" : format(pattern, figure / unit);
    }
  }

  private final Incident incident;
  private final List<String> events = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final String tenant;
  private final String span;

  /**
   * @param document of {@link io.argus.core.recorder.RecordReader#json}, with all tenants, from
   *     some time before the span until its end
   * @param fromMillis when the span begins, milliseconds since the epoch
   * @throws IOException if nothing of the tenant was recorded in the span
   */
  RecordedExplanation(JsonObject document, String tenant, long fromMillis, long toMillis)
      throws IOException {
    this.tenant = tenant;
    this.span = Output.time(fromMillis) + " to " + Output.time(toMillis);
    this.incident = Incident.of(document, fromMillis, toMillis);
    if (!incident.tenants().contains(tenant)) {
      throw new IOException(
          "nothing of tenant "
              + tenant
              + " was recorded from "
              + span
              + " in "
              + MasterOption.text(document, "directory")
              + ": "
              + Text.instead(tenant, incident.tenants()));
    }
    for (JsonElement each : document.getAsJsonArray("events")) {
      events.add(RecordedHistory.event(each.getAsJsonObject()));
    }
    document.getAsJsonArray("problems").forEach(problem -> problems.add(problem.getAsString()));
  }

  private static double figure(Map<String, Double> figures, String figure) {
    return figures.getOrDefault(figure, 0.0);
  }

  /** One line per fact. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(tenant + " from " + span);
    lines.add("");
    TextTable table = new TextTable();
    table.row("", "before", "then");
    ROWS.forEach(
        row ->
            table.row(
                row.title, row.cell(incident.before(tenant)), row.cell(incident.then(tenant))));
    lines.addAll(table.lines());
    lines.add("");
    lines.add("Limited by: " + incident.limit(tenant));
    List<String> others = incident.others(tenant);
    lines.add("Who used more: " + (others.isEmpty() ? "no other tenant." : describe(others)));
    lines.add("");
    lines.add("What changed:" + (events.isEmpty() ? " nothing that was recorded." : ""));
    events.stream().skip(skipped()).map(event -> "  " + event).forEach(lines::add);
    if (skipped() > 0) {
      lines.add("  " + Output.more(skipped(), "before: see 'argus history --from'"));
    }
    lines.add("");
    lines.add("What would help: " + incident.advice(tenant));
    problems.forEach(problem -> lines.add("Problem: " + problem));
    return lines;
  }

  private int skipped() {
    return Math.max(0, events.size() - MAX_EVENTS);
  }

  private String describe(List<String> others) {
    return others.stream()
        .map(
            other ->
                format(
                    "%s (HDFS %.1f MB/s, before %.1f; CPU %.2f, before %.2f)",
                    other,
                    figure(incident.then(other), READ) / MEGABYTE,
                    figure(incident.before(other), READ) / MEGABYTE,
                    figure(incident.then(other), CPU),
                    figure(incident.before(other), CPU)))
        .collect(Collectors.joining(", ", "", "."));
  }
}
