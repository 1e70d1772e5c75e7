package io.argus.cli.plan;

import com.google.gson.JsonObject;
import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.MasterOption;
import io.argus.cli.live.ReadOptions;
import io.argus.core.documents.WireFormat;
import io.argus.core.plan.Plan;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.settings.ChangeRequest;
import io.argus.core.text.Shortened;
import io.argus.master.decision.Prediction;
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
    header = "Pin reservations until 'argus plan unpin', or for a time.",
    description = {
      "Tenants that are not named share the rest in proportion to what they have, as 'argus plan"
          + " what-if' predicts it. A tenant that appears later gets one unit of each resource.",
      "A dry run predicts what the pin would bring, as 'argus plan what-if' does.",
      "Example: argus plan pin alice=0.6/0.5 --for 4h --reason 'quarterly report'",
      "With @SERVER it pins shares of one server. If all have a server, everything else stays as it"
          + " is in the plan in force.",
      "Example: argus plan pin alice@rs1.example.com=0.7/0.5"
    })
final class PlanPinCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private ChangeOptions how = new ChangeOptions();

  @Mixin private ChangeOptions.Lasting lasting = new ChangeOptions.Lasting();

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
    try (LiveCluster live = how.connect(cluster)) {
      String answer = master.read(cluster, question);
      if (how.dryRun()) {
        return dryRun(answer);
      }
      Plan wanted = MasterOption.read(answer, "a plan", PlanPinCommand::plan);
      String what = "pinned " + String.join(" ", shares) + (noBorrowing ? ", no borrowing" : "");
      how.confirm(what + ", on all region servers");
      String before = PlanPin.inForce(live);
      long nowMillis = System.currentTimeMillis();
      Plan pin =
          Plan.of(
                  0,
                  Plan.Mode.PINNED,
                  nowMillis,
                  !noBorrowing,
                  wanted.reservations(),
                  wanted.servers().values(),
                  PlanExplanation.because(how.reason()))
              .until(lasting.millis() == 0 ? 0 : nowMillis + lasting.millis());
      Plan plan = PlanPin.set(live, pin);
      live.settings().note(note(before, what));
      PlanShowCommand.print(plan, cluster.json());
    }
    return 0;
  }

  private ChangeRequest note(String before, String what) {
    return ChangeRequest.note(PlanPin.LOGGED, before, Shortened.of(what))
        .because(how.reason())
        .lasting(lasting.millis());
  }

  private int dryRun(String answer) throws IOException {
    if (cluster.json()) {
      System.out.println(answer);
    } else {
      MasterOption.read(
          answer,
          "a prediction",
          document -> {
            PlanWhatIfCommand.print(Prediction.read(document));
            return document;
          });
      System.out.println("dry run: nothing was changed");
    }
    return 0;
  }

  private static Plan plan(JsonObject answer) {
    String plan = MasterOption.member(answer, "plan").toString();
    return WireFormat.readPlan(plan.getBytes(StandardCharsets.UTF_8));
  }
}
