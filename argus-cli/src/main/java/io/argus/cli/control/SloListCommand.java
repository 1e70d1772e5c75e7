package io.argus.cli.control;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.ExitCode;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.master.slo.SloState;
import io.argus.master.slo.SloState.Verdict;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "list",
    header = "List the SLOs of tenants and what they have now.",
    description = "Example: argus slo list")
final class SloListCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    ClusterStatus status;
    try (LiveCluster live = cluster.connect()) {
      status = live.status();
    }
    List<SloState> slos = status.slos();
    if (cluster.json()) {
      Map<String, Object> document = Output.document();
      document.put("slos", slos);
      System.out.println(Output.json(document));
    } else if (slos.isEmpty()) {
      System.out.println("no tenant has an SLO: argus slo set TENANT --min-ops N sets one");
    } else {
      print(slos);
      held(status).forEach(System.out::println);
    }
    return (status.slosMissed() > 0 ? ExitCode.ATTENTION : ExitCode.DONE).code();
  }

  private static void print(List<SloState> slos) {
    TextTable table = new TextTable();
    List<String> missing = new ArrayList<>(Collections.singletonList(""));
    table.row("tenant", "SLO", "has now", "state");
    for (SloState each : slos) {
      table.row(
          each.tenant(),
          each.text(),
          format("%,.1f", each.measured()),
          each.verdict() == Verdict.NOT_USED
              ? "asks for less"
              : each.verdict().name().toLowerCase(Locale.ROOT));
      missing.add(each.missing());
    }
    table.print(missing);
  }

  /** Whose long calls wait for the SLOs of others; one sentence each. */
  static List<String> held(ClusterStatus status) {
    return status.tenants().stream()
        .filter(tenant -> tenant.heldCallsPerSecond() > 0)
        .map(
            tenant ->
                format(
                    "Long calls of %s wait %,.0f times a second for calls of tenants with an SLO on"
                        + " p99.",
                    tenant.tenant(), tenant.heldCallsPerSecond()))
        .collect(Collectors.toList());
  }
}
