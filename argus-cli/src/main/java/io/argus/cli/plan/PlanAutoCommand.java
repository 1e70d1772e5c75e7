package io.argus.cli.plan;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "auto", description = "Gives pinned reservations back to the planner.")
final class PlanAutoCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connectToChange()) {
      Optional<Plan> pinned = PlanPin.remove(live);
      pinned.ifPresent(PlanShowCommand::print);
      if (!pinned.isPresent()) {
        System.out.println("no plan is pinned");
      }
    }
    return 0;
  }
}
