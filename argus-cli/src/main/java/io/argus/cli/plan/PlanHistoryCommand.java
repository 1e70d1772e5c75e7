package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.master.plans.PlanHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "history",
    header = "List the last plans with their reasons, the latest last.",
    description = "Example: argus plan history -o json")
final class PlanHistoryCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    PlanHistory history = PlanHistory.read(cluster.read("history"));
    if (cluster.json()) {
      System.out.println(new String(history.toJson(), StandardCharsets.UTF_8));
      return 0;
    }
    TextTable table = new TextTable();
    table.row("when", "version", "mode", "predicted D", "moves", "own shares");
    List<String> why = new ArrayList<>(Collections.singletonList("why"));
    for (Plan plan : history.plans()) {
      PlanExplanation explanation = plan.explanation();
      why.add(explanation.reason());
      boolean predicted = explanation.after().dScore() > 0;
      table.row(
          Output.time(plan.createdMillis()),
          "v" + plan.version(),
          plan.mode().name(),
          predicted
              ? format("%.3f -> %.3f", explanation.before().dScore(), explanation.after().dScore())
              : "-",
          String.valueOf(explanation.moves().size()),
          PlanHistory.hasServers(plan) ? ownShares(plan.servers().size()) : "many servers");
    }
    table.print(why);
    return 0;
  }

  private static String ownShares(int servers) {
    return servers == 0 ? "-" : servers + (servers == 1 ? " server" : " servers");
  }
}
