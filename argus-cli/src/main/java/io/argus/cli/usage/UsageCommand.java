package io.argus.cli.usage;

import static io.argus.core.text.Text.format;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.argus.cli.install.ArgusHome;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.TextTable;
import io.argus.core.tenant.TenantId;
import io.argus.core.text.Shortened;
import io.argus.core.usage.UsageAmounts;
import io.argus.core.usage.UsageCounter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "usage",
    header = "Show what tenants used, or with --bill what it costs.",
    description = {
      "Operations, rows, bytes, cache, CPU time, storage. They are kept by the hour in an HBase"
          + " table, which the active master reads.",
      "Example: argus usage --from 30d --by day",
      "Example: argus usage alice --from 2026-11-01 --to 2026-12-01 --bill"
    })
final class UsageCommand implements Callable<Integer> {
  private static final Gson GSON = new Gson();

  /** By what amounts are added up. */
  enum By {
    HOUR,
    DAY,
    MONTH,
    ALL
  }

  /** What is shown of an amount, in its unit. */
  private static final class Column {
    private final String title;
    private final String pattern;
    private final ToDoubleFunction<UsageAmounts> amount;

    Column(String title, String pattern, ToDoubleFunction<UsageAmounts> amount) {
      this.title = title;
      this.pattern = pattern;
      this.amount = amount;
    }
  }

  /** What it prints, for messages. */
  static final String WHAT = "what was used";

  private static final double MB = 1 << 20;
  private static final double GB_HOURS = (1L << 30) * 3600.0;
  private static final List<Column> COLUMNS =
      Arrays.asList(
          column("operations", "%,.0f", 1, UsageCounter.OPERATIONS),
          column("rows read", "%,.0f", 1, UsageCounter.ROWS_READ),
          column("rows written", "%,.0f", 1, UsageCounter.ROWS_WRITTEN),
          column("MB sent", "%,.1f", MB, UsageCounter.SENT_BYTES),
          column("MB received", "%,.1f", MB, UsageCounter.RECEIVED_BYTES),
          column(
              "HDFS MB read",
              "%,.1f",
              MB,
              UsageCounter.HDFS_READ_BYTES,
              UsageCounter.COMPACTION_READ_BYTES),
          column("HDFS MB written", "%,.1f", MB, UsageCounter.HDFS_WRITTEN_BYTES),
          column("CPU s", "%,.1f", 1e9, UsageCounter.CPU_NANOS),
          column("cache GB h", "%,.3f", GB_HOURS, UsageCounter.CACHE_USED_BYTE_SECONDS),
          column("reserved GB h", "%,.3f", GB_HOURS, UsageCounter.CACHE_RESERVED_BYTE_SECONDS),
          column("stored GB h", "%,.3f", GB_HOURS, UsageCounter.STORED_BYTE_SECONDS));

  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(arity = "0..1", paramLabel = "TENANT", description = "The tenant. Default: all.")
  private @Nullable String tenant;

  @Mixin private SpanOptions span = new SpanOptions();

  @Option(
      names = "--by",
      paramLabel = "hour|day|month|all",
      description = "Group by hour, day or month. Default: one total.")
  private By by = By.ALL;

  @Option(names = "--csv", description = "Print every counter, separated by commas.")
  private boolean csv;

  @Option(names = "--bill", description = "Print what that costs instead.")
  private boolean bill;

  @Option(
      names = "--prices",
      paramLabel = "FILE",
      description =
          "Prices of the bill. Default: conf/argus-prices.conf, whose prices are examples.")
  private @Nullable Path prices;

  @Mixin private MasterOption master = new MasterOption();

  private static Column column(
      String title, String pattern, double unit, UsageCounter... counters) {
    return column(title, pattern, unit, Arrays.asList(counters));
  }

  private static Column column(
      String title, String pattern, double unit, List<UsageCounter> counters) {
    return new Column(title, pattern, amounts -> amounts.get(counters).doubleValue() / unit);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String query =
        "usage.json?"
            + span.query(System.currentTimeMillis())
            + (tenant == null ? "" : "&tenant=" + TenantId.of(tenant));
    if (bill) {
      Path file = prices == null ? ArgusHome.path().resolve("conf/argus-prices.conf") : prices;
      new BilledUsage(cluster, master, query).print(PriceList.read(file));
      return 0;
    }
    query += "&by=" + by.name().toLowerCase(Locale.ROOT);
    master.print(cluster, query, WHAT, csv ? this::printCsv : this::print);
    return 0;
  }

  private void print(JsonObject document) {
    TextTable table = new TextTable();
    List<String> row = new ArrayList<>();
    boolean periods = by != By.ALL;
    if (periods) {
      row.add("from");
    }
    row.add("tenant");
    COLUMNS.forEach(column -> row.add(column.title));
    table.row(row);
    for (JsonElement each : MasterOption.member(document, "periods").getAsJsonArray()) {
      JsonObject period = each.getAsJsonObject();
      UsageAmounts all = UsageAmounts.NONE;
      int tenants = 0;
      for (JsonElement of : MasterOption.member(period, "tenants").getAsJsonArray()) {
        UsageAmounts amounts = amounts(of);
        all = all.plus(amounts);
        tenants++;
        addRow(table, periods ? period : null, name(of), amounts);
      }
      if (tenants > 1) {
        addRow(table, periods ? period : null, "(all)", all);
      }
    }
    table.print();
    note(document);
  }

  private void addRow(
      TextTable table, @Nullable JsonObject period, String name, UsageAmounts amounts) {
    List<String> row = new ArrayList<>();
    if (period != null) {
      row.add(span.text(MasterOption.member(period, "startMillis").getAsLong()));
    }
    row.add(name);
    COLUMNS.forEach(
        column -> row.add(format(column.pattern, column.amount.applyAsDouble(amounts))));
    table.row(row);
  }

  /** What the reader must know, on the error output, so that the table stays one. */
  static void note(JsonObject document) {
    if (MasterOption.member(document, "unreadableRows").getAsInt() > 0) {
      System.err.println(
          "note: "
              + MasterOption.member(document, "unreadableRows").getAsInt()
              + " rows of the table cannot be read and do not count: they are damaged, or another"
              + " version of Argus wrote them");
    }
    if (!MasterOption.member(document, "isOn").getAsBoolean()) {
      System.err.println("note: argus.usage.enabled is false: nothing more is written");
    }
    for (JsonElement each : MasterOption.member(document, "problems").getAsJsonArray()) {
      String problem = Shortened.of(each.getAsString());
      if (!problem.trim().isEmpty()) {
        System.err.println("note: " + problem);
      }
    }
  }

  static String name(JsonElement tenant) {
    return Shortened.of(MasterOption.text(tenant.getAsJsonObject(), "tenant"));
  }

  static UsageAmounts amounts(JsonElement tenant) {
    UsageAmounts read =
        GSON.fromJson(MasterOption.member(tenant.getAsJsonObject(), "amounts"), UsageAmounts.class);
    return read == null ? UsageAmounts.NONE : read;
  }

  private void printCsv(JsonObject document) {
    StringBuilder line = new StringBuilder("from,tenant");
    for (UsageCounter counter : UsageCounter.values()) {
      line.append(',').append(counter.key());
    }
    System.out.println(line);
    for (JsonElement each : MasterOption.member(document, "periods").getAsJsonArray()) {
      JsonObject period = each.getAsJsonObject();
      for (JsonElement of : MasterOption.member(period, "tenants").getAsJsonArray()) {
        UsageAmounts amounts = amounts(of);
        line.setLength(0);
        line.append(span.plain(MasterOption.member(period, "startMillis").getAsLong()))
            .append(',')
            .append(name(of));
        for (UsageCounter counter : UsageCounter.values()) {
          line.append(',').append(amounts.get(counter));
        }
        System.out.println(line);
      }
    }
    note(document);
  }
}
