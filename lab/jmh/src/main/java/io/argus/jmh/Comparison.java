package io.argus.jmh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** Measured costs, each compared with HBase's own. Not safe for use by several threads. */
final class Comparison {
  /**
   * The cost of one operation.
   *
   * @param what the operation measured
   * @param subject {@code hbase}, {@code argus} or {@code observe}
   * @param tenants tenants that share the operations; 0 where the subject has no tenants
   * @param cpuNanos mean CPU time of the process per operation, over all threads
   * @param nanos mean elapsed time per operation
   * @param errorNanos half width of the 99.9 % confidence interval of the elapsed time
   */
  record Cost(
      String what,
      String subject,
      int tenants,
      int threads,
      double cpuNanos,
      double nanos,
      double errorNanos) {}

  /** A cost, and its CPU and elapsed time relative to HBase's; 1 for HBase itself. */
  record Line(Cost cost, double cpuRatio, double ratio) {}

  private final List<Cost> costs = new ArrayList<>();

  void add(Cost cost) {
    costs.add(cost);
  }

  /** Returns every cost with its ratio to HBase's cost of the same operation. */
  List<Line> lines() {
    List<Line> lines = new ArrayList<>();
    for (Cost cost : costs) {
      Predicate<Cost> sameOfHBase =
          other ->
              other.what().equals(cost.what())
                  && other.threads() == cost.threads()
                  && other.subject().equals("hbase");
      costs.stream()
          .filter(sameOfHBase)
          .findFirst()
          .ifPresent(
              hbase ->
                  lines.add(
                      new Line(
                          cost, cost.cpuNanos() / hbase.cpuNanos(), cost.nanos() / hbase.nanos())));
    }
    return lines;
  }

  /** Returns the table for a terminal. */
  String table() {
    StringBuilder table = new StringBuilder();
    table.append(
        row(
            "operation",
            "of",
            "tenants",
            "threads",
            "CPU ns",
            "ratio",
            "elapsed ns",
            "+-",
            "ratio"));
    for (Line line : lines()) {
      Cost cost = line.cost();
      table.append(
          row(
              cost.what(),
              cost.subject(),
              cost.tenants() == 0 ? "-" : String.valueOf(cost.tenants()),
              String.valueOf(cost.threads()),
              decimal(cost.cpuNanos(), 0),
              decimal(line.cpuRatio(), 2),
              decimal(cost.nanos(), 0),
              decimal(cost.errorNanos(), 0),
              decimal(line.ratio(), 2)));
    }
    return table.toString();
  }

  private static String row(Object... cells) {
    return String.format("%-18s %-6s %7s %7s %9s %6s %11s %9s %6s%n", cells);
  }

  private static String decimal(double value, int digits) {
    return String.format(Locale.ROOT, "%." + digits + "f", value);
  }
}
