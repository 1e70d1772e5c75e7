package io.argus.experiments.cluster;

import io.argus.cli.install.ArgusHome;
import io.argus.cluster.ClusterStatus;
import io.argus.cluster.StateDirectory;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "status",
    description = "Shows the processes of the embedded cluster.",
    exitCodeList = {"0:a cluster runs", "1:its state cannot be read", "3:no cluster runs"})
final class ClusterStatusCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException {
    ClusterStatus status = ClusterStatus.of(new StateDirectory(ArgusHome.stateDirectory()));
    status.lines().forEach(System.out::println);
    return status.running() ? 0 : 3;
  }
}
