package io.argus.cli.observe;

import static io.argus.cli.output.Output.format;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.MasterPageClient;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.tenant.TenantId;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code argus history}: the figures of the last minutes or hours. */
@Command(
    name = "history",
    description =
        "Shows scores, or a tenant's figures, over the last minutes or hours, the latest last. The web"
            + " UI of the active master has them, since that master became active.",
    exitCodeList = {
      "0:shown",
      "1:nothing is known of that tenant, or the master's web UI cannot be reached",
      "2:wrong usage"
    })
public final class HistoryCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double PERCENT = 0.01;

  /** How far back, and in which steps. */
  enum Span {
    /** Every report period, 10 minutes. */
    MINUTES,
    /** Every minute, 6 hours. */
    HOURS
  }

  @Mixin private ClusterOption cluster = new ClusterOption();

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
      description = "How many lines (default: ${DEFAULT-VALUE}). 0: all.")
  private int last = 30;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "Address of the active master's web UI. Default: what the master says.")
  private @Nullable String master;

  @Option(names = "--json", description = "Prints the whole document as JSON, see docs/json.md.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String query =
        "history.json?span="
            + span.name().toLowerCase(Locale.ROOT)
            + (tenant == null ? "" : "&tenants=" + TenantId.of(tenant));
    String document = new MasterPageClient(address()).read(query);
    if (json) {
      System.out.println(document);
      return 0;
    }
    try {
      print(JsonParser.parseString(document).getAsJsonObject());
    } catch (JsonParseException | IllegalStateException e) {
      throw new IOException(
          "the master's web UI did not answer with a history: " + e.getMessage(), e);
    }
    return 0;
  }

  private String address() throws IOException, InterruptedException {
    if (master != null) {
      return master;
    }
    String page = ClusterStatus.read(cluster.read(ClusterDocuments.STATUS)).master().page();
    if (page.isEmpty()) {
      throw new IOException("the master does not say where its web UI is: name it with --master");
    }
    return page;
  }

  private void print(JsonObject document) throws IOException {
    JsonArray millis = document.getAsJsonArray("millis");
    TextTable table = new TextTable();
    if (tenant == null) {
      table.row("when", "D", "J", "E", "worst slowdown");
      JsonObject scores = document.getAsJsonObject("scores");
      for (int i = first(millis); i < millis.size(); i++) {
        table.row(
            when(millis, i),
            cell(scores, "dScore", i, "%.3f", 1),
            cell(scores, "jIndex", i, "%.3f", 1),
            cell(scores, "efficiency", i, "%.3f", 1),
            cell(scores, "worstThroughputViolation", i, "%.0f%%", PERCENT));
      }
    } else {
      JsonObject series = document.getAsJsonArray("tenants").get(0).getAsJsonObject();
      if (!series.has("operationsPerSecond")) {
        throw new IOException("the master has no history of tenant " + tenant);
      }
      tenantRows(table, millis, series);
    }
    table.print();
  }

  private void tenantRows(TextTable table, JsonArray millis, JsonObject series) {
    table.row(
        "when",
        "ops/s",
        "isolated ops/s",
        "slowdown",
        "cache",
        "HDFS",
        "cached MB",
        "hit ratio",
        "HDFS MB/s",
        "queue p50/p99 ms",
        "HDFS wait p99 ms");
    for (int i = first(millis); i < millis.size(); i++) {
      List<String> row = new ArrayList<>();
      row.add(when(millis, i));
      row.add(cell(series, "operationsPerSecond", i, "%,.0f", 1));
      row.add(cell(series, "isolatedThroughput", i, "%,.0f", 1));
      row.add(cell(series, "throughputViolation", i, "%.0f%%", PERCENT));
      row.add(cell(series, "cacheShare", i, "%.2f", 1));
      row.add(cell(series, "hdfsShare", i, "%.2f", 1));
      row.add(cell(series, "cacheBytes", i, "%.1f", MEGABYTE));
      row.add(cell(series, "hitRatio", i, "%.2f", 1));
      row.add(cell(series, "hdfsReadBytesPerSecond", i, "%.1f", MEGABYTE));
      row.add(
          cell(series, "queueWaitP50Nanos", i, "%.1f", NANOS_PER_MILLI)
              + "/"
              + cell(series, "queueWaitP99Nanos", i, "%.1f", NANOS_PER_MILLI));
      row.add(cell(series, "hdfsWaitP99Nanos", i, "%.1f", NANOS_PER_MILLI));
      table.row(row);
    }
  }

  private int first(JsonArray millis) {
    return last <= 0 ? 0 : Math.max(0, millis.size() - last);
  }

  private static String when(JsonArray millis, int i) {
    return Instant.ofEpochMilli(millis.get(i).getAsLong())
        .truncatedTo(ChronoUnit.SECONDS)
        .toString();
  }

  private static String cell(JsonObject series, String member, int i, String pattern, double unit) {
    JsonElement list = series.get(member);
    if (list == null || list.getAsJsonArray().get(i).isJsonNull()) {
      return "-";
    }
    return format(pattern, list.getAsJsonArray().get(i).getAsDouble() / unit);
  }
}
