package io.argus.cli.plan;

import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.core.plan.Plan;
import io.argus.core.settings.ChangeRequest;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "unpin",
    header = "Give pinned reservations back to the planner.",
    description = "Example: argus plan unpin --reason \"the sale is over\"")
final class PlanUnpinCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private ChangeOptions how = new ChangeOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = how.connect(cluster)) {
      String before = PlanPin.inForce(live);
      if (how.dryRun()) {
        PlanShowCommand.print(live.requirePlan(), cluster.json());
        System.err.println("argus: dry run, nothing was changed: the plan in force is " + before);
        return 0;
      }
      how.confirm("gives the shares of " + before + " back to the planner, on all region servers");
      Optional<Plan> plan = PlanPin.remove(live);
      if (plan.isPresent()) {
        live.settings()
            .note(
                ChangeRequest.note(PlanPin.LOGGED, before, "the planner's").because(how.reason()));
      } else {
        System.err.println("argus: no plan is pinned");
      }
      PlanShowCommand.print(plan.isPresent() ? plan.get() : live.requirePlan(), cluster.json());
    }
    return 0;
  }
}
