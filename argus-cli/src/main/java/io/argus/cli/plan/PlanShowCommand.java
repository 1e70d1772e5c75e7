package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "show",
    header = "Show the plan in force, and the reasons for it.",
    description = "Example: argus plan show -o wide")
final class PlanShowCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Plan plan;
    try (LiveCluster live = cluster.connect()) {
      plan = live.requirePlan();
    }
    print(plan, cluster.json());
    return 0;
  }

  /** Where the shares differ from the cluster-wide ones. */
  static List<String> onServers(Plan plan) {
    List<String> lines = new ArrayList<>();
    if (!plan.servers().isEmpty()) {
      lines.add("");
      lines.add(
          format(
              "shares of their own, cluster-wide -> there, on %,d %s:",
              plan.servers().size(), plan.servers().size() == 1 ? "server" : "servers"));
      lines.addAll(
          ServerChanges.lines(ServerChanges.fromClusterWide(plan), "shares, which differ less"));
      lines.add("");
    }
    return lines;
  }

  static void print(Plan plan, boolean json) {
    if (json) {
      System.out.println(new String(WireFormat.write(plan), StandardCharsets.UTF_8));
    } else {
      print(plan);
    }
  }

  private static void print(Plan plan) {
    System.out.printf(
        "plan v%d %s of %s%s%n",
        plan.version(),
        plan.mode(),
        Output.time(plan.createdMillis()),
        (plan.borrowing() ? "" : ", no borrowing")
            + (plan.untilMillis() == 0 ? "" : ", until " + Output.time(plan.untilMillis())));
    PlanExplanation explanation = plan.explanation();
    Output.line(explanation.reason());
    if (explanation.after().dScore() > 0) { // else nothing was predicted
      System.out.printf(
          Locale.ROOT,
          "predicted D %.3f -> %.3f (J %.3f -> %.3f, E %.3f -> %.3f)%n",
          explanation.before().dScore(),
          explanation.after().dScore(),
          explanation.before().jIndex(),
          explanation.after().jIndex(),
          explanation.before().efficiency(),
          explanation.after().efficiency());
    }
    System.out.println();
    TextTable table = new TextTable();
    table.row("tenant", "weight", "cache", "hdfs", "cpu");
    for (Reservation reservation : plan.reservations()) {
      table.row(
          reservation.tenant().name(),
          format("%.2f", reservation.weight()),
          format("%.3f", reservation.cacheShare()),
          format("%.3f", reservation.hdfsShare()),
          format("%.3f", plan.cpuShare(reservation.tenant())));
    }
    table.print();
    onServers(plan).forEach(Output::line);
    explanation.moves().forEach(move -> Output.line("moved  " + move));
    for (PlanExplanation.Assumption assumption : explanation.assumptions()) {
      System.out.printf(
          Locale.ROOT,
          "%s  %s: %,.0f of %,.0f ops/s predicted, bias %.2f; %s%n",
          assumption.tenant(),
          assumption.function(),
          assumption.predictedThroughput(),
          assumption.isolatedThroughput(),
          assumption.bias(),
          assumption.why());
    }
  }
}
