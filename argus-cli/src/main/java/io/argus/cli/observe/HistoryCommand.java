package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.live.RecordedHistory;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.tenant.TenantId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "history",
    header = "Show scores, or a tenant's figures, over minutes or hours.",
    description = {
      "The latest is last. The active master has them since it became active. With --from, it"
          + " reads what the masters have recorded on HDFS, which goes back 400 days and needs no"
          + " server of HBase.",
      "Example: argus history alice --span hours",
      "Example: argus history --from 12h --to 10h"
    })
final class HistoryCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double PERCENT = 0.01;

  private static final List<Column> SCORES =
      Arrays.asList(
          new Column("D", "%.3f", 1, "dScore"),
          new Column("J", "%.3f", 1, "jIndex"),
          new Column("E", "%.3f", 1, "efficiency"),
          new Column("worst loss", "%.0f%%", PERCENT, "worstThroughputLoss"));

  private static final List<Column> FIGURES =
      Arrays.asList(
          new Column("ops/s", "%,.0f", 1, "operationsPerSecond"),
          new Column("isolated ops/s", "%,.0f", 1, "isolatedThroughput"),
          new Column("loss", "%.0f%%", PERCENT, "throughputLoss"),
          new Column("cache", "%.2f", 1, "cacheShare"),
          new Column("HDFS", "%.2f", 1, "hdfsShare"),
          new Column("CPU", "%.2f", 1, "cpuShare"),
          new Column("cached MB", "%.1f", MEGABYTE, "cacheBytes"),
          new Column("hit ratio", "%.2f", 1, "hitRatio"),
          new Column("HDFS MB/s", "%.1f", MEGABYTE, "hdfsReadBytesPerSecond"),
          new Column(
              "queue p50/p99 ms",
              "%.1f",
              NANOS_PER_MILLI,
              "queueWaitP50Nanos",
              "queueWaitP99Nanos"),
          new Column("HDFS wait p99 ms", "%.1f", NANOS_PER_MILLI, "hdfsWaitP99Nanos"));

  /** One or more members of the document as a column of the table. */
  private static final class Column {
    private final String title;
    private final String pattern;
    private final double unit;
    private final List<String> members;

    /**
     * @param unit what the members are divided by
     */
    Column(String title, String pattern, double unit, String... members) {
      this.title = title;
      this.pattern = pattern;
      this.unit = unit;
      this.members = Arrays.asList(members);
    }

    String title() {
      return title;
    }

    String cell(JsonObject series, int i) {
      return members.stream()
          .map(member -> cell(series.get(member), i))
          .collect(Collectors.joining("/"));
    }

    private String cell(@Nullable JsonElement list, int i) {
      return list == null || list.getAsJsonArray().get(i).isJsonNull()
          ? "-"
          : format(pattern, list.getAsJsonArray().get(i).getAsDouble() / unit);
    }
  }

  /** How far back, and in which steps. */
  enum Span {
    /** Every report period, 10 minutes. */
    MINUTES,
    /** Every minute, 6 hours. */
    HOURS
  }

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(
      arity = "0..1",
      paramLabel = "TENANT",
      description = "The tenant. Default: the scores of the cluster.")
  private @Nullable String tenant;

  @Option(
      names = "--span",
      paramLabel = "minutes|hours",
      description =
          "minutes: every report period, 10 minutes (default). hours: every minute, 6 hours.")
  private Span span = Span.MINUTES;

  @Option(
      names = "--last",
      paramLabel = "N",
      description =
          "How many lines (default: ${DEFAULT-VALUE}, one minute at a report period of 2 s). 0:"
              + " all.")
  private int last = 30;

  @Mixin private RecordedSpan recorded = new RecordedSpan();

  @Mixin private MasterOption master = new MasterOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (recorded.isAsked()) {
      printRecorded();
      return 0;
    }
    String query =
        "history.json?span="
            + span.name().toLowerCase(Locale.ROOT)
            + (tenant == null ? "" : "&tenants=" + TenantId.of(tenant));
    master.print(cluster, query, "a history", this::print);
    return 0;
  }

  private void printRecorded() throws IOException, InterruptedException {
    RecordedSpan.Span asked = recorded.read(System.currentTimeMillis());
    String json =
        recorded
            .history()
            .read(
                cluster,
                asked.fromMillis,
                asked.toMillis,
                tenant == null ? null : TenantId.of(tenant).name());
    if (cluster.json()) {
      System.out.println(json);
      return;
    }
    MasterOption.read(
        json,
        "a history",
        document -> {
          last = 0;
          if (tenant != null && document.getAsJsonArray("tenants").size() == 0) {
            throw new IOException(
                "there is no recorded history of tenant "
                    + tenant
                    + " from then in "
                    + place(document));
          }
          if (document.getAsJsonArray("millis").size() > 0) {
            print(document);
          } else {
            Output.line("Nothing was recorded from then in " + place(document));
          }
          document
              .getAsJsonArray("events")
              .forEach(event -> Output.line(RecordedHistory.event(event.getAsJsonObject())));
          document
              .getAsJsonArray("problems")
              .forEach(problem -> Output.line("Problem: " + problem.getAsString()));
          return document;
        });
  }

  private static String place(JsonObject document) {
    return MasterOption.text(document, "directory");
  }

  private void print(JsonObject document) throws IOException {
    JsonArray millis = document.getAsJsonArray("millis");
    JsonObject series =
        tenant == null
            ? document.getAsJsonObject("scores")
            : document.getAsJsonArray("tenants").get(0).getAsJsonObject();
    if (tenant != null && !series.has("operationsPerSecond")) {
      throw new IOException("the master has no history of tenant " + tenant);
    }
    List<Column> columns = tenant == null ? SCORES : FIGURES;
    TextTable table = new TextTable();
    List<String> row = new ArrayList<>(Collections.singletonList("when"));
    columns.forEach(column -> row.add(column.title()));
    table.row(row);
    for (int i = first(millis); i < millis.size(); i++) {
      row.clear();
      row.add(Output.time(millis.get(i).getAsLong()));
      for (Column column : columns) {
        row.add(column.cell(series, i));
      }
      table.row(row);
    }
    table.print();
  }

  private int first(JsonArray millis) {
    return last <= 0 ? 0 : Math.max(0, millis.size() - last);
  }
}
