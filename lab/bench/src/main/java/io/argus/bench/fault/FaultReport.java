package io.argus.bench.fault;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.argus.bench.report.HtmlPage;
import io.argus.check.CheckResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign of faults found.
 *
 * @param hbase the HBase version
 * @param judged in words: what does not hold, nothing if all holds
 */
public record FaultReport(
    String hbase, String disk, List<FaultOutcome> outcomes, List<String> judged) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

  /** A system may stall for so much longer than stock HBase. */
  private static final double MORE_STALL_SECONDS = 2;

  private static final int BACK_SECONDS = 30;
  private static final String STOCK = "stock";

  public FaultReport {
    outcomes = List.copyOf(outcomes);
    judged = List.copyOf(judged);
  }

  /** Judges the outcomes of a campaign. */
  public static FaultReport of(String hbase, String disk, List<FaultOutcome> outcomes) {
    Map<String, FaultOutcome> stock = new LinkedHashMap<>();
    outcomes.stream()
        .filter(each -> each.system().equals(STOCK))
        .forEach(each -> stock.put(each.fault(), each));
    List<String> judged = new ArrayList<>();
    for (FaultOutcome each : outcomes) {
      CheckResult result = each.result();
      if (!each.system().equals(STOCK) && result != null) {
        judge(each, result, stock.get(each.fault()), judged);
      }
    }
    return new FaultReport(hbase, disk, outcomes, judged);
  }

  private static void judge(
      FaultOutcome own, CheckResult result, @Nullable FaultOutcome stock, List<String> judged) {
    String who = own.system() + ", " + own.fault() + ": ";
    if (result.lost() + result.wrong() > 0) {
      judged.add(who + result.lost() + " lost, " + result.wrong() + " wrong");
    }
    if (result.unreadable() + result.stuck() > 0) {
      judged.add(
          who
              + result.unreadable()
              + " rows cannot be read in the end, "
              + result.stuck()
              + " calls never ended");
    }
    if (!own.note().isEmpty() && (stock == null || stock.note().isEmpty())) {
      judged.add(who + own.note());
    }
    CheckResult other = stock == null ? null : stock.result();
    if (other != null) {
      if (result.countedTwice() > other.countedTwice()) {
        judged.add(
            who
                + result.countedTwice()
                + " answers with a counter too high, stock "
                + other.countedTwice());
      }
      if (result.allFailed() > other.allFailed()) {
        judged.add(who + result.allFailed() + " failed, stock " + other.allFailed());
      }
      if (result.longestStall() > other.longestStall() + MORE_STALL_SECONDS) {
        judged.add(
            who
                + format(
                    "stall of %.1f s, stock %.1f s", result.longestStall(), other.longestStall()));
      }
    }
    Integer back = own.backSeconds();
    if (back == null || back > BACK_SECONDS) {
      Integer stockBack = stock == null ? null : stock.backSeconds();
      judged.add(
          who
              + "J is back after "
              + seconds(back)
              + (stock == null ? "" : ", stock " + seconds(stockBack)));
    }
  }

  private static String seconds(@Nullable Integer seconds) {
    return seconds == null ? "never" : seconds + " s";
  }

  public boolean holds() {
    return judged.isEmpty();
  }

  public String toJson() {
    return GSON.toJson(this) + "\n";
  }

  public String toHtml() {
    return HtmlPage.of(FaultReport.class, "faults.html", "faults.js", toJson());
  }

  /** Rows of cells: the heading, then each fault on each system. */
  public List<List<String>> table() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "fault",
            "system",
            "operations",
            "lost",
            "wrong",
            "twice",
            "failed",
            "stall get",
            "scan",
            "put",
            "longest",
            "J back"));
    Map<String, List<FaultOutcome>> byFault = new LinkedHashMap<>();
    outcomes.forEach(
        each -> byFault.computeIfAbsent(each.fault(), any -> new ArrayList<>()).add(each));
    byFault.values().forEach(of -> of.forEach(each -> rows.add(row(each))));
    return rows;
  }

  private static List<String> row(FaultOutcome each) {
    CheckResult result = each.result();
    if (result == null) {
      return List.of(each.fault(), each.system(), "skipped");
    }
    return List.of(
        each.fault(),
        each.system(),
        format("%,d", result.allOperations()),
        Long.toString(result.lost()),
        Long.toString(result.wrong()),
        Long.toString(result.countedTwice()),
        Long.toString(result.allFailed()),
        stall(result, "get"),
        stall(result, "scan"),
        stall(result, "put"),
        format("%.1f s", result.longestStall()),
        seconds(each.backSeconds()));
  }

  private static String stall(CheckResult result, String operation) {
    return format("%.1f s", result.longestStallSeconds().getOrDefault(operation, 0.0));
  }

  /**
   * What else is worth a line: notes, what faults saw, servers that ended by themselves, examples.
   */
  public List<String> remarks() {
    List<String> lines = new ArrayList<>();
    for (FaultOutcome each : outcomes) {
      CheckResult result = each.result();
      String who = each.system() + ", " + each.fault() + ": ";
      if (!each.note().isEmpty()) {
        lines.add(who + (result == null ? "skipped: " : "") + each.note());
      }
      each.seen().forEach(line -> lines.add(who + line));
      if (!each.endedByThemselves().isEmpty()) {
        lines.add(who + "ended by themselves: " + String.join(", ", each.endedByThemselves()));
      }
      if (result != null) {
        result.examples().forEach(example -> lines.add(who + example));
      }
    }
    return lines;
  }
}
