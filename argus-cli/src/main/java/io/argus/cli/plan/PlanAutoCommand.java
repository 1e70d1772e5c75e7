package io.argus.cli.plan;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.core.plan.Plan;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code argus plan auto}: gives the reservations back to the planner.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "auto",
    description = "Gives pinned reservations back to the planner.",
    mixinStandardHelpOptions = true)
final class PlanAutoCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      Optional<Plan> plan = PlanPin.remove(live);
      if (plan.isPresent()) {
        PlanShowCommand.print(plan.get());
      } else {
        System.out.println("no plan is pinned");
      }
    }
    return 0;
  }
}
