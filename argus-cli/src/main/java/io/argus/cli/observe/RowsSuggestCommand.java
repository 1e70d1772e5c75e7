package io.argus.cli.observe;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.master.status.ClusterStatus;
import io.argus.master.status.TenantStatus;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "suggest",
    header = "Show how many block reads rows would save, by tenant.",
    description = {
      "It compares the miss-ratio curves of blocks and of rows, of tables without the attribute"
          + " ARGUS_ROWS. Region servers sample gets if argus.rows.share is above 0 on them.",
      "Example: argus rows suggest"
    })
final class RowsSuggestCommand implements Callable<Integer> {
  /** Less of the block reads of a tenant is within the error of the curves. */
  static final double MIN_PART = 0.05;

  @Mixin private ReadOptions cluster = new ReadOptions();

  /** What rows would save a tenant. Serialized. */
  static final class Suggestion {
    final String tenant;
    final double cacheMissesPerSecond;
    final double rowsCouldSaveReadsPerSecond;

    Suggestion(TenantStatus status) {
      this.tenant = status.tenant();
      this.cacheMissesPerSecond = status.cacheMissesPerSecond();
      this.rowsCouldSaveReadsPerSecond = status.rowsCouldSaveReadsPerSecond();
    }
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<Suggestion> suggestions =
        of(ClusterStatus.read(cluster.read(ClusterDocuments.STATUS)).tenants());
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("suggestions", suggestions);
      System.out.println(Output.json(document));
    } else {
      lines(suggestions);
    }
    return 0;
  }

  /** The tenants that rows would help, most saved reads first. */
  static List<Suggestion> of(List<TenantStatus> tenants) {
    return tenants.stream()
        .map(Suggestion::new)
        .filter(
            each ->
                each.rowsCouldSaveReadsPerSecond >= 1
                    && each.rowsCouldSaveReadsPerSecond >= MIN_PART * each.cacheMissesPerSecond)
        .sorted(
            Comparator.comparingDouble((Suggestion each) -> -each.rowsCouldSaveReadsPerSecond)
                .thenComparing(each -> each.tenant))
        .collect(Collectors.toList());
  }

  private static void lines(List<Suggestion> suggestions) {
    if (suggestions.isEmpty()) {
      Output.line("Rows would help no tenant now, or argus.rows.share is 0.");
      return;
    }
    TextTable table = new TextTable();
    table.row("tenant", "block reads/s", "saved by rows");
    for (Suggestion each : suggestions) {
      double part =
          Math.min(1, each.rowsCouldSaveReadsPerSecond / Math.max(1, each.cacheMissesPerSecond));
      table.row(
          each.tenant,
          format("%.0f", each.cacheMissesPerSecond),
          format("%.0f/s (%.0f%%)", each.rowsCouldSaveReadsPerSecond, 100 * part));
    }
    table.print();
    Output.line(
        "Let a table keep rows in the HBase shell: alter 'NAMESPACE:TABLE', METADATA =>"
            + " {'ARGUS_ROWS' => 'true'}");
  }
}
