package io.argus.cli.plan;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "unpin", header = "Gives pinned reservations back to the planner.")
final class PlanUnpinCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connectToChange()) {
      Optional<Plan> plan = PlanPin.remove(live);
      if (!plan.isPresent()) {
        System.err.println("argus: no plan is pinned");
      }
      PlanShowCommand.print(plan.isPresent() ? plan.get() : live.requirePlan(), cluster.json());
    }
    return 0;
  }
}
