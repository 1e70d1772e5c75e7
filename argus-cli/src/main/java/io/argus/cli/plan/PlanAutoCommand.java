package io.argus.cli.plan;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(name = "auto", description = "Gives pinned reservations back to the planner.")
final class PlanAutoCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connectToChange()) {
      PlanPin.remove(live)
          .ifPresentOrElse(PlanShowCommand::print, () -> System.out.println("no plan is pinned"));
    }
    return 0;
  }
}
