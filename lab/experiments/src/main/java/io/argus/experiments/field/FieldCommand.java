package io.argus.experiments.field;

import static io.argus.core.text.Text.format;
import static io.argus.load.basics.Argument.require;

import io.argus.bench.field.FieldCluster;
import io.argus.bench.field.FieldReport;
import io.argus.bench.field.FieldRow;
import io.argus.bench.field.FieldRun;
import io.argus.bench.field.Verdict;
import io.argus.bench.run.RunSettings;
import io.argus.bench.run.SystemUnderTest;
import io.argus.cli.install.HBaseRelease;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.cluster.ClientJvm;
import io.argus.cluster.EmbeddedCluster;
import io.argus.experiments.cluster.EmbeddedOptions;
import io.argus.experiments.cluster.StopOnExit;
import io.argus.experiments.output.TerminalProgress;
import io.argus.experiments.systems.ComparedSystems;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "field",
    description = {
      "Measures a neighbour that sends gets beside a tenant that sends other requests of everyday"
          + " clients: aggregations by endpoint, batches, multi-gets, increments, Phoenix and more.",
      "It runs the neighbour beside as many threads of gets, and beside the requests. It says"
          + " whether the neighbour keeps its part, whether the other tenant has what it has on stock"
          + " HBase within its share, and whether more calls fail.",
      "It begins with how long it will take."
    },
    exitCodeList = {
      "0:all was measured and holds",
      "1:failed, or something does not hold",
      "2:wrong usage"
    },
    showDefaultValues = true)
public final class FieldCommand implements Callable<Integer> {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  /** Bytes a second. */
  private static final long SLOW_WRITES = 20L << 20;

  /** Room on the disk: writers write, and compactions write everything again. */
  private static final int GROWTH = 2;

  @Mixin private EmbeddedOptions embedded = new EmbeddedOptions();

  @Parameters(
      arity = "0..*",
      paramLabel = "ROW",
      showDefaultValue = Visibility.NEVER,
      description = "What to measure; see --list. Default: all rows that can be had.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--scenarios",
      split = ",",
      paramLabel = "ROW",
      showDefaultValue = Visibility.NEVER,
      description = "The same as ROW, in a list.")
  private List<String> scenarios = new ArrayList<>();

  @Option(names = "--list", description = "Lists the rows and does nothing else.")
  private boolean list;

  @Option(
      names = "--systems",
      split = ",",
      paramLabel = "SYSTEM",
      description =
          "What to compare, as in 'argus-bench'. Argus is judged, and for that it needs stock; 'tuned'"
              + " is stock with HBase's own remedies.")
  private List<String> systems = List.of("argus", "stock");

  @Option(
      names = "--repeat",
      paramLabel = "N",
      description = "Measures everything N times. The order of systems changes each time.")
  private int repeats = 3;

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Size of the block cache as a part of one tenant's data.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(
      names = "--ramp",
      paramLabel = "S",
      description = "Seconds before every window. Rows that need more take more.")
  private long rampSeconds = 10;

  @Option(
      names = {"--seconds", "--window"},
      paramLabel = "S",
      description = "Seconds of every window. Rows that need more take more.")
  private long windowSeconds = 15;

  @Option(names = "--json", paramLabel = "FILE", description = "Also writes the report as JSON.")
  private @Nullable Path json;

  @Option(names = "--html", paramLabel = "FILE", description = "Also writes it as a web page.")
  private @Nullable Path html;

  @Option(names = "--keep", description = "Keeps the last cluster running at the end.")
  private boolean keep;

  /** The rows that one cluster measures. */
  private record Part(
      FieldCluster kind,
      EmbeddedCluster cluster,
      List<FieldRow> rows,
      RunSettings settings,
      ClientJvm clients) {}

  @Override
  public Integer call() throws IOException {
    List<FieldRow> chosen = chosen();
    if (list) {
      chosen.forEach(row -> System.out.println(format("%-17s %s", row.name(), row.what())));
      return 0;
    }
    require(repeats >= 1, "repeat", repeats, "at least 1");
    require(windowSeconds >= 1, "seconds", windowSeconds, "at least 1");
    List<Part> parts = parts(chosen);
    if (parts.isEmpty()) {
      throw new IOException("rows are none that can be had here; see --list");
    }
    List<List<SystemUnderTest>> compared = new ArrayList<>();
    for (Part part : parts) {
      ComparedSystems known = new ComparedSystems(embedded, part.clients());
      compared.add(known.withoutIsolatedThroughputs(systems));
    }
    System.err.println(announcement(parts, compared.get(0)));
    List<FieldReport.Result> results = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    try {
      for (int i = 0; i < parts.size(); i++) {
        Duration later =
            estimate(parts.subList(i + 1, parts.size()), compared.get(i).size(), repeats);
        failures.addAll(measure(parts.get(i), compared.get(i), later, results));
      }
    } finally {
      write(report(parts, results, failures), rows(parts));
    }
    return report(parts, results, failures).holds() ? 0 : 1;
  }

  /** The chosen rows that the HBase has. */
  private List<FieldRow> chosen() throws IOException {
    names.addAll(scenarios);
    List<FieldRow> chosen = FieldRow.named(names);
    if (embedded.release().line() != HBaseRelease.HBASE_0_94) {
      return chosen;
    }
    for (FieldRow row : chosen) {
      if (!row.everywhere() && !names.isEmpty()) {
        throw new IOException("row is " + row.name() + "; HBase 0.94 does not have it");
      }
    }
    return chosen.stream().filter(FieldRow::everywhere).toList();
  }

  /**
   * The clusters that the rows need. Rows that were not asked for by name are left out where there
   * is no such cluster.
   */
  private List<Part> parts(List<FieldRow> chosen) throws IOException {
    List<Part> parts = new ArrayList<>();
    for (FieldCluster kind : new TreeSet<>(chosen.stream().map(FieldRow::cluster).toList())) {
      List<FieldRow> own = chosen.stream().filter(row -> row.cluster() == kind).toList();
      try {
        parts.add(part(kind, own));
      } catch (IOException e) {
        if (!names.isEmpty()) {
          throw e;
        }
        System.err.println("left out: " + names(own) + ", as " + e.getMessage());
      }
    }
    return parts;
  }

  private static String names(List<FieldRow> rows) {
    return String.join(", ", rows.stream().map(FieldRow::name).toList());
  }

  private static List<FieldRow> rows(List<Part> parts) {
    return parts.stream().flatMap(part -> part.rows().stream()).toList();
  }

  private Part part(FieldCluster kind, List<FieldRow> own) throws IOException {
    RunSettings settings =
        new RunSettings(
            kind.rows(rows),
            FieldRow.REGIONS,
            cacheFraction * kind.servers(), // the tables are on one of them
            DEFAULTS.aloneRamp(),
            Duration.ofSeconds(rampSeconds),
            Duration.ofSeconds(windowSeconds),
            DEFAULTS.interleavings(),
            DEFAULTS.mostSteal(),
            DEFAULTS.alpha(),
            embedded.blockCache(),
            kind.servers());
    EmbeddedCluster cluster = cluster(kind, GROWTH * FieldRun.dataBytes(own, settings));
    return new Part(kind, cluster, own, settings, new ClientJvm(cluster));
  }

  private EmbeddedCluster cluster(FieldCluster kind, long dataBytes) throws IOException {
    return switch (kind) {
      case USUAL, THREE_SERVERS -> embedded.cluster(dataBytes, kind.servers());
      case SLOW_WRITES, SMALL_MEMSTORES -> withSlowWrites(dataBytes);
      case FAST_DISK -> embedded.clusterOnFastDisk(dataBytes);
      case PHOENIX -> embedded.clusterWithPhoenix(dataBytes);
    };
  }

  private EmbeddedCluster withSlowWrites(long dataBytes) throws IOException {
    EmbeddedCluster cluster = embedded.clusterWithSlowWrites(dataBytes, SLOW_WRITES);
    String disk = cluster.disks().name();
    if (!disk.equals("kernel")) {
      throw new IOException("disk is " + disk + "; only kernel limits writes");
    }
    return cluster;
  }

  /** How long it takes, and one repeat of it. */
  private String announcement(List<Part> parts, List<SystemUnderTest> compared) {
    return format(
        "%d rows on %s, %d repeats: about %d minutes; one repeat takes %d",
        rows(parts).size(),
        String.join(", ", compared.stream().map(SystemUnderTest::name).toList()),
        repeats,
        estimate(parts, compared.size(), repeats).toMinutes(),
        estimate(parts, compared.size(), 1).toMinutes());
  }

  private Duration estimate(List<Part> parts, int number, int times) {
    return parts.stream()
        .map(part -> FieldRun.estimate(part.kind(), part.rows(), part.settings(), number, times))
        .reduce(Duration.ZERO, Duration::plus);
  }

  private List<String> measure(
      Part part, List<SystemUnderTest> compared, Duration later, List<FieldReport.Result> results)
      throws IOException {
    try (StopOnExit guard = new StopOnExit(part.cluster())) {
      FieldRun run =
          new FieldRun(
              part.clients(),
              part.settings(),
              new TerminalProgress(),
              part.kind(),
              part.rows(),
              results);
      List<String> failures = run.run(compared, repeats, later);
      if (keep && later.isZero()) {
        guard.keep();
      }
      return failures;
    }
  }

  private FieldReport report(
      List<Part> parts, List<FieldReport.Result> results, List<String> failures) {
    EmbeddedCluster any = parts.get(0).cluster();
    return FieldReport.of(
        any.runtime().name(), any.disks().name(), rows, rows(parts), results, failures);
  }

  /** Prints the report and writes the file, also of a campaign that ends early. */
  private void write(FieldReport report, List<FieldRow> chosen) throws IOException {
    if (report.runs().isEmpty()) {
      return;
    }
    System.out.println("HBase " + report.hbase() + ", disk " + report.disk() + ", medians");
    for (FieldRow row : chosen) {
      System.out.println();
      System.out.println(row.name() + ": " + row.what());
      TextTable table = new TextTable();
      report.table(row).forEach(table::row);
      table.print();
    }
    System.out.println();
    report.verdicts().stream().map(Verdict::line).forEach(System.out::println);
    report.failures().forEach(failure -> System.out.println("NOT measured: " + failure));
    Output.write(json, report.toJson());
    Output.write(html, report.toHtml(chosen));
  }
}
