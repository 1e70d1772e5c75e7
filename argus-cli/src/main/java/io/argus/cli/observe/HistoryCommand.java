package io.argus.cli.observe;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.MasterPageClient;
import io.argus.cli.output.TextTable;
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

/**
 * {@code argus history}: the figures of the last minutes or hours.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "history",
    description =
        "Shows scores, or a tenant's figures, over the last minutes or hours, the latest last, as the"
            + " active master remembers them since it became active. Asks its web UI.",
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:shown",
      "1:nothing is known of that tenant, or the master's web UI cannot be reached",
      "2:wrong usage"
    })
public final class HistoryCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1 << 20;
  private static final double NANOS_PER_MILLI = 1e6;

  /** How far back, and how finely. */
  enum Span {
    /** Every report period, 10 minutes. */
    MINUTES,
    /** Every minute, 6 hours. */
    HOURS
  }

  @Mixin private ClusterOption cluster = new ClusterOption();

  @Parameters(arity = "0..1", paramLabel = "TENANT", description = "Without it: the scores.")
  private @Nullable String tenant;

  @Option(
      names = "--span",
      paramLabel = "minutes|hours",
      description = "Every report period over minutes (default), or every minute over hours.")
  private Span span = Span.MINUTES;

  @Option(
      names = "--last",
      paramLabel = "N",
      description = "How many lines (default: ${DEFAULT-VALUE}); 0: all.")
  private int last = 30;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description = "The active master's web UI, if it is not reached where it says it is.")
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
          "the master's web UI answered with something else: " + e.getMessage(), e);
    }
    return 0;
  }

  private String address() throws IOException, InterruptedException {
    if (master != null) {
      return master;
    }
    try (LiveCluster live = cluster.connect()) {
      String page = ClusterStatus.read(ClusterOption.require(live, "status")).master().page();
      if (page.isEmpty()) {
        throw new IOException("the master does not say where its web UI is: name it by --master");
      }
      return page;
    }
  }

  private void print(JsonObject document) throws IOException {
    JsonArray millis = document.getAsJsonArray("millis");
    TextTable table = new TextTable();
    if (tenant == null) {
      table.row("when", "D", "J", "E", "worst violation");
      JsonObject scores = document.getAsJsonObject("scores");
      for (int i = first(millis); i < millis.size(); i++) {
        table.row(
            when(millis, i),
            cell(scores, "dScore", i, "%.3f", 1),
            cell(scores, "jIndex", i, "%.3f", 1),
            cell(scores, "efficiency", i, "%.3f", 1),
            cell(scores, "worstThroughputViolation", i, "%.3f", 1));
      }
    } else {
      JsonObject series = document.getAsJsonArray("tenants").get(0).getAsJsonObject();
      if (!series.has("operationsPerSecond")) {
        throw new IOException("nothing is remembered of tenant " + tenant);
      }
      tenantRows(table, millis, series);
    }
    table.lines().forEach(System.out::println);
  }

  private void tenantRows(TextTable table, JsonArray millis, JsonObject series) {
    table.row(
        "when",
        "ops/s",
        "isolatedThroughput",
        "throughputViolation",
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
      row.add(cell(series, "throughputViolation", i, "%.3f", 1));
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
      table.row(row.toArray(new String[0]));
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
    return String.format(Locale.ROOT, pattern, list.getAsJsonArray().get(i).getAsDouble() / unit);
  }
}
