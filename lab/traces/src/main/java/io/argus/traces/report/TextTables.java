package io.argus.traces.report;

import static io.argus.core.text.Text.format;

import io.argus.traces.policy.TracedSystem.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report as text: a table for each trace, then the aims. Used by one thread. */
final class TextTables {
  private static final int WIDTH = 26;
  private static final int MAX_WINDOWS = 8;

  private final TracesReport report;
  private final List<String> lines = new ArrayList<>();

  TextTables(TracesReport report) {
    this.report = report;
  }

  List<String> lines() {
    lines.clear();
    for (TraceResult trace : report.traces()) {
      lines.add(trace.trace() + ": " + trace.description());
      lines.add(
          cells(
              "  hit ratio with a cache of",
              report.cachePercents().stream().map(TracesReport::percent).toList()));
      trace.systems().forEach(each -> row("  " + each.system(), each.hitRatios(), "%.3f"));
      trace.best(Kind.HBASE).ifPresent(best -> row("  best of HBase's", best, "%.3f"));
      differences(trace, Kind.HBASE, "best of HBase's");
      differences(trace, Kind.STATIC_OPTIMUM, "static");
      differences(trace, Kind.OPTIMUM, "Belady");
      recoveries(trace);
      lines.add("");
    }
    report.aims().forEach(aim -> lines.add(aim.toLine()));
    return List.copyOf(lines);
  }

  private void differences(TraceResult trace, Kind kind, String name) {
    trace
        .best(kind)
        .ifPresent(
            bound ->
                trace
                    .of(Kind.ARGUS)
                    .forEach(
                        argus ->
                            row(
                                "  " + argus.system() + " - " + name,
                                TraceResult.difference(argus.hitRatios(), bound),
                                "%+.3f")));
  }

  private void recoveries(TraceResult trace) {
    if (!trace.moves()) {
      return;
    }
    lines.add("  accesses until back within .03, in blocks that the cache holds");
    for (SystemResult system : trace.systems()) {
      lines.add(
          cells(
              "  " + system.system(),
              system.recoveries().stream()
                  .map(
                      each -> each.backAfter() == null ? "never" : format("%.1f", each.backAfter()))
                  .toList()));
    }
    windows(trace, report.cachePercents().size() / 2);
  }

  /** The hit ratios after a move with the cache of that index. */
  private void windows(TraceResult trace, int size) {
    String percent = TracesReport.percent(report.cachePercents().get(size));
    lines.add(
        "  hit ratio after so many accesses, in blocks that the cache holds; cache " + percent);
    List<String> heads = new ArrayList<>(List.of("before"));
    for (int i = 0; i < MAX_WINDOWS; i++) {
      heads.add(format("%.1f", (double) i / Recovery.WINDOWS_PER_CACHE));
    }
    lines.add(cells("  after a move", heads));
    for (SystemResult system : trace.systems()) {
      Recovery recovery = system.recoveries().get(size);
      row(
          "  " + system.system(),
          Stream.concat(
                  Stream.of(recovery.before()), recovery.windows().stream().limit(MAX_WINDOWS))
              .toList(),
          "%.3f");
    }
  }

  private void row(String name, List<Double> values, String pattern) {
    lines.add(cells(name, values.stream().map(value -> format(pattern, value)).toList()));
  }

  private static String cells(String name, List<String> cells) {
    return format("%-" + WIDTH + "s", name)
        + cells.stream().map(cell -> format("%8s", cell)).collect(Collectors.joining());
  }
}
