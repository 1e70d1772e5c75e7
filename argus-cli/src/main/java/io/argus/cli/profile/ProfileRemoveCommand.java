package io.argus.cli.profile;

import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.ReadOptions;
import io.argus.core.performance.CatalogueFormat;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

@Command(
    name = "remove",
    header = "Take a profile, sound or broken, out of the catalogue.",
    description = "Example: argus profile remove shop-reads --reason \"measured again\"")
final class ProfileRemoveCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private ChangeOptions how = new ChangeOptions();

  @Parameters(paramLabel = "NAME", description = "The profile's name.")
  private String name = "";

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new CatalogueChange(cluster, how)
        .make(name, "removed", bytes -> CatalogueFormat.without(bytes, name));
  }
}
