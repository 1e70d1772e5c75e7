package io.argus.cli.plan;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.output.TextTable;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.master.plans.PlanHistory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code argus plan history}: the last plans and their reasons.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "history",
    description = "Lists the last plans with their reasons, the latest last.",
    mixinStandardHelpOptions = true)
final class PlanHistoryCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Option(names = "--json", description = "Prints the whole plans as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PlanHistory history = read(cluster);
    if (json) {
      System.out.println(new String(history.toJson(), StandardCharsets.UTF_8));
      return 0;
    }
    TextTable table = new TextTable();
    table.row("when", "version", "mode", "predicted D", "moves");
    for (Plan plan : history.plans()) {
      PlanExplanation why = plan.explanation();
      boolean predicted = why.after().dScore() > 0;
      table.row(
          Instant.ofEpochMilli(plan.createdMillis()).truncatedTo(ChronoUnit.SECONDS).toString(),
          "v" + plan.version(),
          plan.mode().name(),
          predicted
              ? String.format(
                  Locale.ROOT, "%.3f -> %.3f", why.before().dScore(), why.after().dScore())
              : "-",
          String.valueOf(why.moves().size()));
    }
    int line = 0;
    for (String row : table.lines()) {
      String reason = line == 0 ? "why" : history.plans().get(line - 1).explanation().reason();
      System.out.println(row + "  " + reason);
      line++;
    }
    return 0;
  }

  static PlanHistory read(ClusterOption option) throws IOException, InterruptedException {
    try (LiveCluster live = option.connect()) {
      return PlanHistory.read(ClusterOption.require(live, "history"));
    }
  }
}
