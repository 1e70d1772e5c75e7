package io.argus.cli.plan;

import static io.argus.bench.basics.Text.format;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.TextTable;
import io.argus.core.documents.ClusterDocuments;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.Reservation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "show", description = "Shows the plan in force, and the reasons for it.")
final class PlanShowCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    byte[] document = cluster.read(ClusterDocuments.PLAN);
    if (cluster.json()) {
      System.out.println(new String(document, StandardCharsets.UTF_8));
    } else {
      print(WireFormat.readPlan(document));
    }
    return 0;
  }

  static void print(Plan plan) {
    System.out.printf(
        "plan v%d %s of %s%s%n",
        plan.version(),
        plan.mode(),
        Instant.ofEpochMilli(plan.createdMillis()),
        plan.borrowing() ? "" : ", no borrowing");
    PlanExplanation explanation = plan.explanation();
    System.out.println(explanation.reason());
    System.out.printf(
        Locale.ROOT,
        "predicted D %.3f -> %.3f (J %.3f -> %.3f, E %.3f -> %.3f)%n%n",
        explanation.before().dScore(),
        explanation.after().dScore(),
        explanation.before().jIndex(),
        explanation.after().jIndex(),
        explanation.before().efficiency(),
        explanation.after().efficiency());
    TextTable table = new TextTable();
    table.row("tenant", "weight", "cache", "hdfs");
    for (Reservation reservation : plan.reservations()) {
      table.row(
          reservation.tenant().name(),
          format("%.2f", reservation.weight()),
          format("%.3f", reservation.cacheShare()),
          format("%.3f", reservation.hdfsShare()));
    }
    table.print();
    explanation.moves().forEach(move -> System.out.println("moved  " + move));
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
