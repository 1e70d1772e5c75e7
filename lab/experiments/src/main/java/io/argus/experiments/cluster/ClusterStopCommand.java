package io.argus.experiments.cluster;

import io.argus.cli.install.ArgusHome;
import io.argus.cluster.EmbeddedCluster;
import io.argus.cluster.StateDirectory;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(
    name = "stop",
    description = "Ends every process of the embedded cluster and deletes its data.")
final class ClusterStopCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException {
    StateDirectory state = new StateDirectory(ArgusHome.stateDirectory());
    EmbeddedCluster.stop(state, true);
    System.out.println("stopped; logs stay in " + state.logs());
    return 0;
  }
}
