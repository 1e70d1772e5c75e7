package io.argus.cli.bench;

import io.argus.bench.scale.ClusterSize;
import io.argus.bench.scale.CodecComparison;
import io.argus.bench.scale.TransportResult;
import io.argus.bench.scale.TransportResult.Way;
import io.argus.bench.scale.TransportSimulation;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code argus bench scale}: what steering a large cluster costs. */
@Command(
    name = "scale",
    description = {
      "Simulates large clusters with the real formats and the real master's code, without HBase.",
      "It prints the length of usage reports, what goes into ZooKeeper and to the master, and the"
          + " master's processor time, beside the way before: all tenants in JSON into ZooKeeper"
          + " every 2 s.",
      "1,000 servers with 500 tenants need 4 GB of heap and some minutes."
    },
    showDefaultValues = true)
final class ScaleCommand implements Callable<Integer> {
  private static final double KILO = 1e3;

  @Option(
      names = "--servers",
      split = ",",
      paramLabel = "N",
      description = "Numbers of region servers.")
  private List<Integer> servers = List.of(10, 100, 1_000);

  @Option(names = "--tenants", split = ",", paramLabel = "N", description = "Numbers of tenants.")
  private List<Integer> tenants = List.of(50, 500);

  @Option(
      names = "--active",
      split = ",",
      paramLabel = "SHARE",
      description = "Parts of the tenants that are active on a server, 0..1. The others are idle.")
  private List<Double> active = List.of(0.2, 1.0);

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the figures as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    List<ClusterSize> sizes = new ArrayList<>();
    for (int s : servers) {
      for (int t : tenants) {
        active.forEach(share -> sizes.add(new ClusterSize(s, t, share)));
      }
    }
    List<TransportResult> results = new ArrayList<>();
    for (ClusterSize size : sizes) {
      String label =
          String.format(
              Locale.ROOT,
              "%d of %d: %d servers x %d tenants, %d active: ",
              results.size() + 1,
              sizes.size(),
              size.servers(),
              size.tenants(),
              size.active());
      results.add(new TransportSimulation(size, step -> System.err.println(label + step)).run());
    }
    List<CodecComparison.Format> formats = CodecComparison.run();
    printWays(results);
    System.out.println();
    printFormats(formats);
    System.out.println();
    printDocuments(results);
    Map<String, Object> document = Output.document();
    document.put("command", "bench scale");
    document.put("transport", results);
    document.put("formats", formats);
    Output.write(json, Output.json(document));
    return 0;
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
        "master's processor %");
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
        number(100 * way.processorShare()));
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
                int parts = (bytes - 1) / ClusterDocuments.MOST_BYTES + 1;
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
