package io.argus.experiments.scale;

import io.argus.bench.scale.ClusterSize;
import io.argus.bench.scale.CodecComparison;
import io.argus.bench.scale.TransportResult;
import io.argus.bench.scale.TransportResult.Way;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import java.util.List;
import java.util.Locale;

/**
 * Prints what reports and plans of simulated clusters cost.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class TransportReport {
  private static final double KILO = 1e3;

  private TransportReport() {}

  static void print(List<TransportResult> results, List<CodecComparison.Format> formats) {
    printWays(results);
    System.out.println();
    printFormats(formats);
    System.out.println();
    printDocuments(results);
  }

  private static void printWays(List<TransportResult> results) {
    TextTable table = new TextTable();
    table.row(
        "servers x tenants (active), way",
        "period s",
        "report B",
        "to master kB/s",
        "to ZooKeeper kB/s",
        "writes/s",
        "sign of life kB/s",
        "master's CPU %");
    for (TransportResult result : results) {
      ClusterSize size = result.size();
      String label = size.servers() + " x " + size.tenants() + " (" + size.active() + ")";
      row(table, label + ", before", result.before());
      row(table, label + ", to the master", result.byCall());
      row(table, label + ", ZooKeeper only", result.byZooKeeper());
    }
    table.print();
  }

  private static void row(TextTable table, String label, Way way) {
    table.row(
        label + (way.fitsNode() ? "" : " (no report fits)"),
        number(way.periodMillis() / KILO),
        String.format(Locale.ROOT, "%.0f", way.reportBytes()),
        number(way.sentBytes() / KILO),
        number(way.writtenBytes() / KILO),
        number(way.writes()),
        number(way.signBytes() / KILO),
        number(100 * way.cpuShare()));
  }

  /** Three significant digits at least. */
  private static String number(double value) {
    int decimals = value == 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static void printFormats(List<CodecComparison.Format> formats) {
    TextTable table = new TextTable();
    table.row("report, per active tenant", "bytes", "read, us");
    for (CodecComparison.Format format : formats) {
      table.row(format.format(), number(format.bytes()), number(format.readMicros()));
    }
    table.print();
  }

  private static void printDocuments(List<TransportResult> results) {
    TextTable table = new TextTable();
    table.row("servers x tenants (active)", "document", "bytes", "nodes");
    for (TransportResult result : results) {
      ClusterSize size = result.size();
      String label = size.servers() + " x " + size.tenants() + " (" + size.active() + ")";
      result
          .documents()
          .forEach(
              (name, bytes) -> {
                if (name.startsWith(ClusterDocuments.SHARES + "/")) {
                  return;
                }
                int parts = (bytes - 1) / ClusterDocuments.MAX_BYTES + 1;
                table.row(label, name, "" + bytes, "" + (parts == 1 ? 1 : 1 + parts));
              });
      table.row(
          label,
          String.format(Locale.ROOT, "(round that decides: %.0f ms)", result.roundMillis()),
          "",
          "");
    }
    table.print();
  }
}
