package io.argus.cli.control;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "hits",
    header = "List the last requests that exceeded limits, the latest first.",
    description = {
      "Each server keeps the last 20 until it restarts. Requests of the same user, client, table and"
          + " filter under one rule are one line, with what the last of them had used when it was"
          + " noticed.",
      "Example: argus tenant runaway hits shop"
    })
final class TenantRunawayHitsCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(arity = "0..1", paramLabel = "TENANT", description = "Only those of this tenant.")
  private @Nullable String tenant;

  /** A hit and its server. */
  private static final class Row {
    final String server;
    final UsageReport.Runaway hit;

    Row(String server, UsageReport.Runaway hit) {
      this.server = server;
      this.hit = hit;
    }

    long millis() {
      return hit.millis();
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    String only = tenant == null ? null : TenantId.of(tenant).name();
    List<Row> rows = new ArrayList<>();
    try (LiveCluster live = cluster.connect()) {
      for (UsageReport report : live.readReports().readable().values()) {
        report.runaways().stream()
            .filter(hit -> only == null || hit.tenant().equals(only))
            .forEach(hit -> rows.add(new Row(report.server(), hit)));
      }
    }
    rows.sort(Comparator.comparingLong(Row::millis).reversed());
    if (cluster.json()) {
      List<Map<String, Object>> listed = new ArrayList<>();
      rows.forEach(row -> listed.add(json(row)));
      Map<String, Object> document = Output.document();
      document.put("hits", listed);
      System.out.println(Output.json(document));
    } else if (rows.isEmpty()) {
      System.out.println("no request has exceeded a limit");
    } else {
      print(rows);
    }
    return 0;
  }

  private static void print(List<Row> rows) {
    TextTable table = new TextTable();
    table.row(
        "last",
        "times",
        "rule",
        "done",
        "kind",
        "user",
        "client",
        "table",
        "filter",
        "rows",
        "bytes",
        "handler ms",
        "cpu ms",
        "server");
    for (Row row : rows) {
      UsageReport.Runaway hit = row.hit;
      table.row(
          Output.time(hit.millis()),
          String.valueOf(hit.times()),
          hit.rule(),
          hit.done(),
          hit.kind(),
          hit.user(),
          hit.host(),
          hit.table(),
          hit.filter(),
          String.valueOf(hit.rows()),
          String.valueOf(hit.bytes()),
          String.valueOf(hit.handlerMillis()),
          String.valueOf(hit.cpuMillis()),
          Output.server(row.server));
    }
    table.print();
  }

  private static Map<String, Object> json(Row row) {
    UsageReport.Runaway hit = row.hit;
    Map<String, Object> each = new LinkedHashMap<>();
    each.put("server", row.server);
    each.put("tenant", hit.tenant());
    each.put("rule", hit.rule());
    each.put("done", hit.done());
    each.put("kind", hit.kind());
    each.put("user", hit.user());
    each.put("host", hit.host());
    each.put("table", hit.table());
    each.put("filter", hit.filter());
    each.put("rows", hit.rows());
    each.put("bytes", hit.bytes());
    each.put("handlerMillis", hit.handlerMillis());
    each.put("cpuMillis", hit.cpuMillis());
    each.put("millis", hit.millis());
    each.put("times", hit.times());
    return each;
  }
}
