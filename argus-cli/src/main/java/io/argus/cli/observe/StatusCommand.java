package io.argus.cli.observe;

import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.core.documents.ClusterDocuments;
import io.argus.master.status.ClusterStatus;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    header = "Show the state of the cluster: a sentence, then exceptions.",
    description = {
      "First the state in one sentence, counts and problems; then tenants, those below their shares and with the greatest loss"
          + " first; then servers where something is other than it should be. It fits 60 servers on"
          + " 50 lines of 120 columns.",
      "-o wide shows every tenant and server, and the scores that the planner maximizes.",
      "Example: argus status",
      "Example: argus status -o wide"
    })
final class StatusCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    ClusterStatus status = ClusterStatus.read(cluster.read(ClusterDocuments.STATUS));
    if (cluster.json()) {
      System.out.println(status.toJson());
    } else {
      StatusText.lines(status, cluster.wide()).forEach(Output::line);
    }
    return 0;
  }
}
