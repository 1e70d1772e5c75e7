package io.argus.cli.profile;

import io.argus.cli.live.ClusterOption;
import io.argus.cli.live.LiveCluster;
import io.argus.core.performance.CatalogueFormat;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code argus profile remove}: takes a profile out of the cluster's catalogue. */
@Command(
    name = "remove",
    description = "Takes a profile, sound or broken, out of the cluster's catalogue.")
final class ProfileRemoveCommand implements Callable<Integer> {
  @Mixin private ClusterOption cluster = new ClusterOption();

  @Parameters(paramLabel = "NAME", description = "The profile's name.")
  private String name = "";

  @Option(names = "--json", description = "Prints the whole catalogue as JSON afterwards.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    try (LiveCluster live = cluster.connect()) {
      live.update("catalogue", bytes -> CatalogueFormat.without(bytes, name));
      ProfileListCommand.print(live, json);
    }
    return 0;
  }
}
