package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.LocalStatus;
import io.argus.master.status.TenantStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The text about tenants on single region servers in {@code argus status}: where their shares
 * differ from the cluster-wide ones, or the server is their bottleneck. Stateless.
 */
final class LocalTable {
  static final int MAX_ROWS = 20;

  /** A smaller difference of shares is rounding. */
  private static final double MIN_DIFFERENCE = 5e-4;

  private LocalTable() {}

  /** One tenant on one server. */
  private static final class Row {
    private final TenantStatus tenant;
    private final LocalStatus local;

    Row(TenantStatus tenant, LocalStatus local) {
      this.tenant = tenant;
      this.local = local;
    }

    boolean counts() {
      return Math.abs(local.cacheShare() - tenant.cacheShare()) >= MIN_DIFFERENCE
          || Math.abs(local.hdfsShare() - tenant.hdfsShare()) >= MIN_DIFFERENCE
          || local.server().equals(tenant.bottleneckServer());
    }
  }

  /** The lines, the greatest loss first; none in a cluster of one server. */
  static List<String> lines(ClusterStatus status) {
    if (status.servers().size() < 2) {
      return new ArrayList<>();
    }
    List<Row> rows = new ArrayList<>();
    for (TenantStatus tenant : status.tenants()) {
      for (LocalStatus local : tenant.servers()) {
        Row row = new Row(tenant, local);
        if (row.counts()) {
          rows.add(row);
        }
      }
    }
    if (rows.isEmpty()) {
      return new ArrayList<>();
    }
    rows.sort(
        Comparator.comparingDouble((Row row) -> -row.local.throughputLoss())
            .thenComparing(row -> row.tenant.tenant())
            .thenComparing(row -> row.local.server()));
    TextTable table = new TextTable();
    table.row(
        "tenant", "on server", "of its demand", "ops/s", "cache", "used", "hdfs", "used", "loss");
    for (Row row : rows.subList(0, Math.min(MAX_ROWS, rows.size()))) {
      table.row(cells(row));
    }
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.addAll(table.lines());
    if (rows.size() > MAX_ROWS) {
      lines.add(Output.more(rows.size() - MAX_ROWS, "tenants on servers; -o json has them"));
    }
    return lines;
  }

  private static String[] cells(Row row) {
    LocalStatus local = row.local;
    boolean bottleneck = local.server().equals(row.tenant.bottleneckServer());
    return new String[] {
      row.tenant.tenant(),
      Output.server(local.server()) + (bottleneck ? " *" : "  "),
      format("%.0f%%", 100 * local.demandShare()),
      format("%,.0f", local.operationsPerSecond()),
      format("%.2f", local.cacheShare()),
      format("%.2f", local.usedCacheShare()),
      format("%.2f", local.hdfsShare()),
      format("%.2f", local.usedHdfsShare()),
      row.tenant.isDemandLimited() ? "-" : Screen.loss(local.throughputLoss())
    };
  }
}
