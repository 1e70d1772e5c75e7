package io.argus.cli.plan;

import com.google.gson.JsonObject;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "pin",
    header = "Pins reservations until 'argus plan unpin'.",
    description = {
      "Tenants that are not named share the rest in proportion to what they have, as 'argus plan"
          + " what-if' predicts it. A tenant that appears later gets one unit of each resource.",
      "Example: argus plan pin alice=0.6/0.5",
      "With @SERVER it pins shares of one server. If all have a server, everything else stays as it"
          + " is in the plan in force.",
      "Example: argus plan pin alice@rs1.example.com=0.7/0.5"
    })
final class PlanPinCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private MasterOption master = new MasterOption();

  @Parameters(
      arity = "1..*",
      paramLabel = "TENANT[@SERVER]=CACHE/HDFS",
      description =
          "A tenant's shares of block cache and HDFS throughput, of the cluster or of one server.")
  private List<String> shares = Collections.emptyList();

  @Option(
      names = "--no-borrowing",
      description = "No tenant may borrow what another leaves unused. Profiling needs this.")
  private boolean noBorrowing;

  @Override
  public Integer call() throws IOException, InterruptedException {
    String question = new WhatIfQuestion(shares).document();
    try (LiveCluster live = cluster.connectToChange()) {
      Plan wanted =
          MasterOption.read(master.read(cluster, question), "a plan", PlanPinCommand::plan);
      Plan pin =
          Plan.of(
              0,
              Plan.Mode.PINNED,
              System.currentTimeMillis(),
              !noBorrowing,
              wanted.reservations(),
              wanted.servers().values(),
              PlanExplanation.because("pinned by " + System.getProperty("user.name")));
      PlanShowCommand.print(PlanPin.set(live, pin), cluster.json());
    }
    return 0;
  }

  private static Plan plan(JsonObject answer) {
    String plan = MasterOption.member(answer, "plan").toString();
    return WireFormat.readPlan(plan.getBytes(StandardCharsets.UTF_8));
  }
}
