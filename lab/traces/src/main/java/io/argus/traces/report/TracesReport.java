package io.argus.traces.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.bench.report.HtmlPage;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * The outcome of a comparison.
 *
 * @param version of the JSON document
 * @param command the command line
 * @param conditions that all figures share
 * @param cachePercents sizes of the cache, in percent of the blocks of the table
 */
public record TracesReport(
    int version,
    String command,
    Map<String, String> conditions,
    List<Double> cachePercents,
    List<TraceResult> traces,
    List<Aim> aims) {
  private static final int VERSION = 1;
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

  public static TracesReport of(
      String command,
      Map<String, String> conditions,
      List<Double> cachePercents,
      List<TraceResult> traces) {
    return new TracesReport(
        VERSION,
        command,
        conditions,
        List.copyOf(cachePercents),
        List.copyOf(traces),
        Aim.of(traces, cachePercents));
  }

  /** A size of the cache as text, without digits that it does not need. */
  static String percent(double percent) {
    return BigDecimal.valueOf(percent).stripTrailingZeros().toPlainString() + " %";
  }

  public String toJson() {
    return GSON.toJson(this) + "\n";
  }

  public String toHtml() {
    return HtmlPage.of(TracesReport.class, "traces.html", "traces.js", toJson());
  }

  /** Returns the lines to print. */
  public List<String> toTable() {
    return new TextTables(this).lines();
  }
}
