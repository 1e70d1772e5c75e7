package io.argus.bench.field;

import io.argus.bench.field.FieldRow.Beside;
import io.argus.bench.field.FieldRow.Rule;
import io.argus.bench.result.Spread;
import io.argus.bench.run.TenantWorkload;
import io.argus.load.client.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Judges the medians of a row's runs with Argus, on this commit or another.
 *
 * <p>The neighbour keeps its part of what it has beside as many threads of gets, or what it has on
 * stock HBase where that is more. The other tenant has no less than on stock HBase as far as it
 * stays within its share: of the disk, what it reads beside the neighbour if it sends gets; or its
 * part of what it does alone. What it also does beside gets keeps its part of that. No more calls
 * fail than on stock HBase.
 *
 * <p>Immutable.
 */
final class Judgement {
  private static final String STOCK = "stock";
  private static final String ARGUS = "argus";

  /** Throughputs on disk repeat within a few percent. */
  private static final double NO_LESS = 0.9;

  /** The p99 of puts may be so many times that on stock HBase. */
  private static final double PUT_P99 = 1.5;

  /** Frames of stack traces that say nothing: those of a client that ends, for example. */
  private static final double FEW_FRAMES = 100;

  private final FieldRow row;
  private final long tableRows;
  private final List<FieldReport.Run> runs;

  /**
   * @param tableRows rows of each table
   * @param runs of any rows
   */
  Judgement(FieldRow row, long tableRows, List<FieldReport.Run> runs) {
    this.row = row;
    this.tableRows = tableRows;
    this.runs = runs.stream().filter(run -> run.row().equals(row.name())).toList();
  }

  /** Of systems on which everything was measured that a verdict needs. */
  List<Verdict> verdicts() {
    List<Verdict> verdicts = new ArrayList<>();
    runs.stream()
        .map(FieldReport.Run::system)
        .distinct()
        .filter(system -> system.startsWith(ARGUS))
        .filter(
            system ->
                row.besides().stream()
                    .allMatch(beside -> beside == Beside.NOBODY || has(system, beside)))
        .forEach(system -> verdicts.addAll(of(system)));
    return verdicts;
  }

  private boolean has(String system, Beside beside) {
    return !runs(system, beside).isEmpty();
  }

  private List<FieldReport.Run> runs(String system, Beside beside) {
    return runs.stream()
        .filter(run -> run.system().equals(system) && run.beside() == beside)
        .toList();
  }

  private List<Verdict> of(String system) {
    boolean stock = has(STOCK, Beside.REQUESTS);
    List<Verdict> verdicts = new ArrayList<>();
    if (row.rule() != Rule.STOCK) {
      verdicts.add(neighbour(system, stock));
    }
    for (int i = 0; i < row.others().size(); i++) {
      int asGets = row.gets().indexOf(row.others().get(i));
      if (asGets >= 0) {
        verdicts.add(unchanged(system, i, asGets));
      }
    }
    if (!stock) {
      return verdicts;
    }
    for (int i = 0; i < row.others().size(); i++) {
      verdicts.addAll(tenant(system, i));
    }
    verdicts.add(
        Verdict.atMost(
            row.name(),
            system,
            "failed calls",
            median(system, Beside.REQUESTS, Measured::failed),
            median(STOCK, Beside.REQUESTS, Measured::failed),
            "stock"));
    verdicts.add(
        Verdict.atMost(
            row.name(),
            system,
            "frames of stack traces in the log",
            median(system, Beside.REQUESTS, Measured::stackLines),
            median(STOCK, Beside.REQUESTS, Measured::stackLines) + FEW_FRAMES,
            "stock and a few"));
    return verdicts;
  }

  private Verdict neighbour(String system, boolean stock) {
    double gets =
        row.kept() * median(system, Beside.GETS, measured -> measured.neighbour().throughput());
    double onStock = stock ? median(STOCK, Beside.REQUESTS, Measured::duringPause) : 0;
    String what =
        row.disturbance() == Disturbance.LOG_WAITS
            ? "neighbour's ops/s while the log waits"
            : "neighbour's ops/s";
    return Verdict.atLeast(
        row.name(),
        system,
        what,
        median(system, Beside.REQUESTS, Measured::duringPause),
        Math.max(gets, onStock),
        gets >= onStock ? row.kept() + " of those beside gets" : "stock");
  }

  /** A client that is also among those that send gets. */
  private Verdict unchanged(String system, int index, int asGets) {
    double gets =
        median(system, Beside.GETS, measured -> measured.others().get(asGets).throughput());
    return Verdict.atLeast(
        row.name(),
        system,
        named(row.others().get(index)) + ", ops/s",
        throughput(system, index),
        row.kept() * gets,
        row.kept() + " of those beside gets");
  }

  /**
   * The part of its reads on stock HBase that the other tenants have within their share, at most 1.
   */
  private double partOfStock(String system) {
    double share = median(system, Beside.GETS, measured -> reads(row.gets(), measured.others()));
    double reads =
        median(STOCK, Beside.REQUESTS, measured -> reads(row.others(), measured.others()));
    return reads <= share ? 1 : share / reads;
  }

  private double reads(List<TenantWorkload> clients, List<LoadResult> results) {
    double reads = 0;
    for (int i = 0; i < clients.size(); i++) {
      reads += reads(clients.get(i)) * results.get(i).throughput();
    }
    return reads;
  }

  private double reads(TenantWorkload client) {
    return Cost.of(client, row.cluster().rows(tableRows)).reads();
  }

  private static String named(TenantWorkload client) {
    return client.workload().label() + " of " + client.name();
  }

  /** What it does on stock HBase, as far as its share allows it. */
  private double onStockWithinShare(String system, int index) {
    double onStock = throughput(STOCK, index);
    return switch (row.rule()) {
      case STOCK -> onStock;
      case ALONE -> Math.min(onStock, partOfAlone(system));
      case READS -> reads(row.others().get(index)) > 0 ? partOfStock(system) * onStock : onStock;
    };
  }

  private List<Verdict> tenant(String system, int index) {
    TenantWorkload other = row.others().get(index);
    double onStock = throughput(STOCK, index);
    double within = onStockWithinShare(system, index);
    double part = row.rule() == Rule.STOCK ? row.kept() : NO_LESS;
    String what = named(other);
    List<Verdict> verdicts = new ArrayList<>();
    verdicts.add(
        Verdict.atLeast(
            row.name(),
            system,
            what + ", ops/s",
            throughput(system, index),
            part * within,
            within < onStock ? part + " of stock within its share" : part + " of stock"));
    if (reads(other) == 0 && row.disturbance() == Disturbance.FLUSHES) {
      verdicts.add(
          Verdict.atMost(
              row.name(),
              system,
              what + ", p99 ms",
              other(system, index, LoadResult::p99Millis),
              PUT_P99 * other(STOCK, index, LoadResult::p99Millis),
              PUT_P99 + " times stock"));
    }
    return verdicts;
  }

  /** What the first of the others does within its share of the server. */
  private double partOfAlone(String system) {
    int tenants = row.others().size() + 1;
    return median(system, Beside.OTHER_ALONE, measured -> measured.neighbour().throughput())
        / tenants;
  }

  private double throughput(String system, int index) {
    return other(system, index, LoadResult::throughput);
  }

  private double other(String system, int index, ToDoubleFunction<LoadResult> figure) {
    return median(
        system, Beside.REQUESTS, measured -> figure.applyAsDouble(measured.others().get(index)));
  }

  private double median(String system, Beside beside, ToDoubleFunction<Measured> figure) {
    return Spread.of(runs(system, beside), run -> figure.applyAsDouble(run.measured())).median();
  }
}
