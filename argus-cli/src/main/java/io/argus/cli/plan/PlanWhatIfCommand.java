package io.argus.cli.plan;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.cli.output.TextTable;
import io.argus.core.settings.Settings;
import io.argus.master.decision.Prediction;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "what-if",
    header = "Predict throughputs and scores, and change nothing.",
    description = {
      "It predicts for the given reservations, else for the plan that the planner would choose with"
          + " the given weights and alpha. Tenants that are not named share the rest in proportion to"
          + " what they have; 'argus plan pin' does the same.",
      "Example: argus plan what-if alice=0.6/0.5",
      "With @SERVER it predicts for other shares on that server only. Columns cache and hdfs are then"
          + " means over a tenant's servers.",
      "Example: argus plan what-if alice@rs1.example.com=0.6/0.5"
    })
final class PlanWhatIfCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private MasterOption master = new MasterOption();

  @Parameters(
      arity = "0..*",
      paramLabel = "TENANT[@SERVER]=CACHE/HDFS",
      description =
          "A tenant's shares of block cache and HDFS throughput, of the cluster or of one server.")
  private List<String> shares = Collections.emptyList();

  @Option(
      names = "--weights",
      paramLabel = "TENANT=WEIGHT,...",
      description = "Weights to predict with, as 'argus tenant share' sets them.")
  private @Nullable String weights;

  @Option(
      names = "--alpha",
      paramLabel = "0..1",
      description = "Weight of the J-index in the D-score to predict with, as in argus.alpha.")
  private @Nullable String alpha;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String question =
        new WhatIfQuestion(shares)
            .with(Settings.TENANT_SHARES, weights)
            .with(Settings.ALPHA, alpha)
            .document();
    master.print(cluster, question, "a prediction", answer -> print(Prediction.read(answer)));
    return 0;
  }

  static void print(Prediction prediction) {
    System.out.printf(
        Locale.ROOT,
        "%s (alpha %.2f)%nD %.3f -> %.3f +- %.3f   J %.3f -> %.3f +- %.3f   E %.3f -> %.3f +-"
            + " %.3f%n%n",
        prediction.question(),
        prediction.alpha(),
        prediction.before().dScore(),
        prediction.after().dScore(),
        prediction.error().dScore(),
        prediction.before().jIndex(),
        prediction.after().jIndex(),
        prediction.error().jIndex(),
        prediction.before().efficiency(),
        prediction.after().efficiency(),
        prediction.error().efficiency());
    TextTable table = new TextTable();
    table.row(
        "tenant",
        "weight",
        "cache",
        "hdfs",
        "cpu",
        "ops/s now",
        "predicted ops/s",
        "of",
        "function");
    for (Prediction.Tenant tenant : prediction.tenants()) {
      table.row(
          tenant.tenant(),
          format("%.2f", tenant.weight()),
          format("%.3f -> %.3f", tenant.cacheShareBefore(), tenant.cacheShareAfter()),
          format("%.3f -> %.3f", tenant.hdfsShareBefore(), tenant.hdfsShareAfter()),
          format("%.3f -> %.3f", tenant.cpuShareBefore(), tenant.cpuShareAfter()),
          format("%,.0f", tenant.observed()),
          format(
              "%,.0f +- %,.0f",
              tenant.predictedAfter(), tenant.error() * tenant.isolatedThroughput()),
          tenant.isDemandLimited()
              ? "demand-limited"
              : format("%,.0f", tenant.isolatedThroughput()),
          tenant.function());
    }
    table.print();
    prediction.moves().forEach(move -> Output.line("moves  " + move));
    prediction
        .tenants()
        .forEach(t -> Output.line(t.tenant() + "  " + t.function() + ": " + t.why()));
  }
}
