package io.argus.bench.field;

import static io.argus.core.text.Text.format;

import com.google.gson.GsonBuilder;
import io.argus.bench.result.Spread;
import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.LoadResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What rows of requests did to a neighbour on each system, and what does not hold.
 *
 * @param hbase the HBase version
 * @param disk kind of disk
 * @param tableRows rows of each table on the usual cluster
 * @param failures measurements that failed, a sentence each
 */
public record FieldReport(
    String hbase,
    String disk,
    long tableRows,
    List<Run> runs,
    List<Verdict> verdicts,
    List<String> failures) {

  /** A measurement on a system. */
  public record Result(String system, int repeat, Measurement measurement, Measured measured) {}

  /**
   * A run of a row. Rows that have the same neighbour share runs.
   *
   * @param requests results of the other tenants by their workloads
   * @param measured the numbers of both, and what the server wrote into its log
   */
  public record Run(
      String row,
      String system,
      FieldRow.Beside beside,
      int repeat,
      Map<String, LoadResult> requests,
      Measured measured) {}

  public FieldReport {
    runs = List.copyOf(runs);
    verdicts = List.copyOf(verdicts);
    failures = List.copyOf(failures);
  }

  /** Judges the results of a campaign. */
  public static FieldReport of(
      String hbase,
      String disk,
      long tableRows,
      List<FieldRow> rows,
      List<Result> results,
      List<String> failures) {
    List<Run> runs = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (FieldRow row : rows) {
      for (FieldRow.Beside beside : row.besides()) {
        Measurement measurement = row.measurement(beside);
        results.stream()
            .filter(result -> result.measurement().equals(measurement))
            .forEach(result -> runs.add(run(row, beside, result)));
      }
      verdicts.addAll(new Judgement(row, tableRows, runs).verdicts());
    }
    return new FieldReport(hbase, disk, tableRows, runs, verdicts, failures);
  }

  private static Run run(FieldRow row, FieldRow.Beside beside, Result result) {
    Map<String, LoadResult> requests = new LinkedHashMap<>();
    List<TenantWorkload> others = result.measurement().others();
    for (int i = 0; i < others.size(); i++) {
      TenantWorkload other = others.get(i);
      String name = other.workload().label() + " of " + other.name();
      requests.put(name, result.measured().others().get(i));
    }
    return new Run(
        row.name(), result.system(), beside, result.repeat(), requests, result.measured());
  }

  /** Whether everything was measured and is as it is to be. */
  public boolean holds() {
    return failures.isEmpty() && verdicts.stream().allMatch(Verdict::holds);
  }

  /**
   * What the neighbour has beside the requests of a row / beside as many gets, medians; empty if
   * the system was not measured with both.
   */
  public Optional<Double> kept(String row, String system) {
    List<Run> requests = runs(row, system, FieldRow.Beside.REQUESTS);
    List<Run> gets = runs(row, system, FieldRow.Beside.GETS);
    return requests.isEmpty() || gets.isEmpty()
        ? Optional.empty()
        : Optional.of(duringPause(requests) / duringPause(gets));
  }

  private static double duringPause(List<Run> repeats) {
    return Spread.of(repeats, run -> run.measured().duringPause()).median();
  }

  private List<Run> runs(String row, String system, FieldRow.Beside beside) {
    return runs.stream()
        .filter(run -> run.row().equals(row))
        .filter(run -> run.system().equals(system) && run.beside() == beside)
        .toList();
  }

  public String toJson() {
    return new GsonBuilder().setPrettyPrinting().create().toJson(this) + "\n";
  }

  /** A web page with the tables and verdicts of those rows. */
  public String toHtml(List<FieldRow> rows) {
    return FieldPage.of(this, rows).toHtml();
  }

  /** Rows of cells for the runs of a row: the heading, then medians of each system and client. */
  public List<List<String>> table(FieldRow row) {
    List<List<String>> cells = new ArrayList<>();
    cells.add(
        List.of(
            "system",
            "ops/s",
            "least",
            "most",
            "p50 ms",
            "p99 ms",
            "max ms",
            "failed",
            "rows/s",
            "log lines"));
    List<Run> own = runs.stream().filter(run -> run.row().equals(row.name())).toList();
    for (String system : own.stream().map(Run::system).distinct().toList()) {
      for (FieldRow.Beside beside : row.besides()) {
        List<Run> repeats = runs(row.name(), system, beside);
        if (!repeats.isEmpty()) {
          cells.addAll(cells(row, system, beside, repeats));
        }
      }
    }
    return cells;
  }

  private List<List<String>> cells(
      FieldRow row, String system, FieldRow.Beside beside, List<Run> repeats) {
    List<List<String>> cells = new ArrayList<>();
    List<LoadResult> neighbour = repeats.stream().map(run -> run.measured().neighbour()).toList();
    String who =
        beside == FieldRow.Beside.OTHER_ALONE
            ? row.others().get(0).name() + " alone"
            : "neighbour " + beside.label();
    TenantWorkload client = row.measurement(beside).neighbour();
    cells.add(line(system + ": " + who, neighbour, rows(row, client)));
    if (beside == FieldRow.Beside.REQUESTS) {
      cells
          .get(0)
          .add(format("%,.0f", Spread.of(repeats, run -> run.measured().logLines()).median()));
      if (row.disturbance() == Disturbance.LOG_WAITS) {
        Spread paused = Spread.of(repeats, run -> run.measured().duringPause());
        cells.add(
            List.of(
                system + ": neighbour while the log waits",
                number(paused.median()),
                number(paused.min()),
                number(paused.max())));
      }
    }
    if (beside != FieldRow.Beside.NOBODY) {
      for (String request : repeats.get(0).requests().keySet()) {
        List<LoadResult> results =
            repeats.stream().map(run -> run.requests().get(request)).toList();
        cells.add(line(system + ":   " + request, results, rows(row, beside, request)));
      }
    }
    return cells;
  }

  private double rows(FieldRow row, FieldRow.Beside beside, String request) {
    return row.measurement(beside).others().stream()
        .filter(other -> request.startsWith(other.workload().label() + " of "))
        .mapToDouble(other -> rows(row, other))
        .findFirst()
        .orElseThrow();
  }

  private double rows(FieldRow row, TenantWorkload client) {
    return Cost.of(client, row.cluster().rows(tableRows)).rowsReturned();
  }

  private static List<String> line(String what, List<LoadResult> results, double rows) {
    Spread throughput = Spread.of(results, LoadResult::throughput);
    List<String> cells = new ArrayList<>();
    cells.add(what);
    cells.add(number(throughput.median()));
    cells.add(number(throughput.min()));
    cells.add(number(throughput.max()));
    cells.add(number(Spread.of(results, LoadResult::p50Millis).median()));
    cells.add(number(Spread.of(results, LoadResult::p99Millis).median()));
    cells.add(number(Spread.of(results, LoadResult::maxMillis).median()));
    cells.add(format("%,.0f", Spread.of(results, LoadResult::errors).median()));
    cells.add(number(rows * throughput.median()));
    return cells;
  }

  /** Without digits that noise makes meaningless. */
  private static String number(double value) {
    return format(value < 10 ? "%,.2f" : value < 100 ? "%,.1f" : "%,.0f", value);
  }
}
