package io.argus.cli.cluster;

import io.argus.bench.cluster.ClusterStatus;
import io.argus.bench.cluster.StateDirectory;
import io.argus.cli.install.ArgusHome;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * {@code argus cluster status}: what runs; exit code 3 when nothing does.
 *
 * <p>Used by one thread.
 */
@Command(
    name = "status",
    description = "Shows what runs; exit code 3 when nothing does.",
    mixinStandardHelpOptions = true)
final class ClusterStatusCommand implements Callable<Integer> {

  @Override
  public Integer call() throws IOException {
    ClusterStatus status = ClusterStatus.of(StateDirectory.standard(ArgusHome.path()));
    status.lines().forEach(System.out::println);
    return status.running() ? 0 : 3;
  }
}
