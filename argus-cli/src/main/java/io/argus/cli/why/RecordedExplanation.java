package io.argus.cli.why;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.RecordedHistory;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.text.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
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
  private static final double HALF = 0.5;
  private static final int MAX_OTHERS = 3;
  private static final int MAX_EVENTS = 20;

  private static final String OPERATIONS = "operationsPerSecond";
  private static final String LOSS = "throughputLoss";
  private static final String READ = "hdfsReadBytesPerSecond";
  private static final String CPU = "cpuFraction";
  private static final String QUEUE_WAIT = "queueWaitP99Nanos";
  private static final String HDFS_WAIT = "hdfsWaitP99Nanos";

  private static final List<Row> ROWS =
      Arrays.asList(
          new Row("operations a second", "%,.0f", 1, OPERATIONS),
          new Row("throughput loss", "%.0f%%", 0.01, LOSS),
          new Row("wait for a handler, p99, ms", "%.1f", MILLI, QUEUE_WAIT),
          new Row("wait for I/O admission, p99, ms", "%.1f", MILLI, HDFS_WAIT),
          new Row("read from HDFS, MB/s", "%.1f", MEGABYTE, READ),
          new Row("CPU, cores", "%.2f", 1, CPU),
          new Row("hit ratio", "%.2f", 1, "hitRatio"),
          new Row("cached, MB", "%.1f", MEGABYTE, "cacheBytes"),
          new Row("share of the cache", "%.2f", 1, "cacheShare"),
          new Row("share of HDFS", "%.2f", 1, "hdfsShare"));

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

  /** What kept the tenant from doing more. */
  private enum Cause {
    DEMAND,
    IO_ADMISSION,
    HANDLERS,
    NO_WAIT
  }

  /** Means over a span, by tenant and figure. */
  private final Map<String, Map<String, Double>> before = new LinkedHashMap<>();

  private final Map<String, Map<String, Double>> then = new LinkedHashMap<>();
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
    JsonArray millis = document.getAsJsonArray("millis");
    for (JsonElement each : document.getAsJsonArray("tenants")) {
      JsonObject series = each.getAsJsonObject();
      String name = MasterOption.text(series, "tenant");
      put(before, name, series, millis, Long.MIN_VALUE, fromMillis);
      put(then, name, series, millis, fromMillis, toMillis);
    }
    if (!then.containsKey(tenant)) {
      throw new IOException(
          "nothing of tenant "
              + tenant
              + " was recorded from "
              + span
              + " in "
              + MasterOption.text(document, "directory")
              + ": "
              + Text.instead(tenant, then.keySet()));
    }
    for (JsonElement each : document.getAsJsonArray("events")) {
      events.add(RecordedHistory.event(each.getAsJsonObject()));
    }
    document.getAsJsonArray("problems").forEach(problem -> problems.add(problem.getAsString()));
  }

  private static void put(
      Map<String, Map<String, Double>> into,
      String tenant,
      JsonObject series,
      JsonArray millis,
      long fromMillis,
      long toMillis) {
    Map<String, Double> means = new LinkedHashMap<>();
    for (Map.Entry<String, JsonElement> figure : series.entrySet()) {
      if (!figure.getValue().isJsonArray()) {
        continue;
      }
      double sum = 0;
      int count = 0;
      JsonArray points = figure.getValue().getAsJsonArray();
      for (int i = 0; i < points.size(); i++) {
        long time = millis.get(i).getAsLong();
        if (time >= fromMillis && time < toMillis && !points.get(i).isJsonNull()) {
          sum += points.get(i).getAsDouble();
          count++;
        }
      }
      if (count > 0) {
        means.put(figure.getKey(), sum / count);
      }
    }
    if (!means.isEmpty()) {
      into.put(tenant, means);
    }
  }

  private static double figure(Map<String, Map<String, Double>> of, String tenant, String figure) {
    Map<String, Double> figures = of.get(tenant);
    return figures == null ? 0 : figures.getOrDefault(figure, 0.0);
  }

  private Cause cause() {
    double io = figure(then, tenant, HDFS_WAIT);
    double handlers = figure(then, tenant, QUEUE_WAIT);
    if (figure(then, tenant, "demandLimited") > HALF) {
      return Cause.DEMAND;
    }
    if (Math.max(io, handlers) < MILLI) {
      return Cause.NO_WAIT;
    }
    return io >= handlers ? Cause.IO_ADMISSION : Cause.HANDLERS;
  }

  /** One line per fact. */
  List<String> lines() {
    Cause cause = cause();
    List<String> lines = new ArrayList<>();
    lines.add(tenant + " from " + span);
    lines.add("");
    TextTable table = new TextTable();
    table.row("", "before", "then");
    Map<String, Double> earlier = before.getOrDefault(tenant, new LinkedHashMap<>());
    Map<String, Double> now = then.getOrDefault(tenant, new LinkedHashMap<>());
    ROWS.forEach(row -> table.row(row.title, row.cell(earlier), row.cell(now)));
    lines.addAll(table.lines());
    lines.add("");
    lines.add("Limited by: " + limit(cause));
    List<String> others = others(cause);
    lines.add("Who used more: " + (others.isEmpty() ? "no other tenant." : describe(others)));
    lines.add("");
    lines.add("What changed:" + (events.isEmpty() ? " nothing that was recorded." : ""));
    events.stream().skip(skipped()).map(event -> "  " + event).forEach(lines::add);
    if (skipped() > 0) {
      lines.add("  " + Output.more(skipped(), "before: see 'argus history --from'"));
    }
    lines.add("");
    lines.add("What would help: " + advice(cause, others));
    problems.forEach(problem -> lines.add("Problem: " + problem));
    return lines;
  }

  private int skipped() {
    return Math.max(0, events.size() - MAX_EVENTS);
  }

  private static String limit(Cause cause) {
    switch (cause) {
      case DEMAND:
        return "its own demand. Its clients asked for less than it could have.";
      case IO_ADMISSION:
        return "its share of HDFS. Its requests waited longest for I/O admission.";
      case HANDLERS:
        return "handlers or CPU. Its requests waited longest for a handler.";
      default:
        return "nothing that Argus divides. Its requests hardly waited; see disks, network, clients.";
    }
  }

  /** What a tenant uses of that for which this one waited. */
  private static String used(Cause cause) {
    return cause == Cause.HANDLERS ? CPU : READ;
  }

  private double more(String other, String figure) {
    return figure(then, other, figure) - figure(before, other, figure);
  }

  /** Other tenants that used more of it than before, the greatest increase first. */
  private List<String> others(Cause cause) {
    String used = used(cause);
    return then.keySet().stream()
        .filter(other -> !other.equals(tenant) && more(other, used) > 0)
        .sorted(Comparator.comparingDouble(other -> -more(other, used)))
        .limit(MAX_OTHERS)
        .collect(Collectors.toList());
  }

  private String describe(List<String> others) {
    return others.stream()
        .map(
            other ->
                format(
                    "%s (HDFS %.1f MB/s, before %.1f; CPU %.2f, before %.2f)",
                    other,
                    figure(then, other, READ) / MEGABYTE,
                    figure(before, other, READ) / MEGABYTE,
                    figure(then, other, CPU),
                    figure(before, other, CPU)))
        .collect(Collectors.joining(", ", "", "."));
  }

  private String advice(Cause cause, List<String> others) {
    if (cause == Cause.DEMAND || cause == Cause.NO_WAIT) {
      return "nothing that Argus can change.";
    }
    String own = format("a greater share of %s: 'argus tenant share %s=2'", tenant, tenant);
    double operations = figure(before, tenant, OPERATIONS);
    if (operations >= 1) {
      own +=
          format(
              "; or an SLO of what it did before: 'argus slo set %s --min-ops %.0f'",
              tenant, operations);
    }
    return others.isEmpty()
        ? own + ". No other tenant used more than before."
        : cap(others.get(0)) + " Or " + own + ".";
  }

  /** A cap at what the other tenant did before; at half of what it did then, if it did nothing. */
  private String cap(String other) {
    double operations = figure(before, other, OPERATIONS);
    boolean worked = operations >= 1;
    return format(
        "a cap of %s at %s: 'argus tenant cap %s --max-ops %.0f'.",
        other,
        worked ? "what it did before" : "half of what it did",
        other,
        worked ? operations : Math.max(1, HALF * figure(then, other, OPERATIONS)));
  }
}
