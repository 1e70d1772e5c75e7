package io.argus.cli.profile;

import io.argus.cli.live.ChangeOptions;
import io.argus.cli.live.ReadOptions;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.PerformanceProfile;
import io.argus.profiler.campaign.Profiles;
import io.argus.profiler.campaign.ResultsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "publish",
    header = "Put a profile into the cluster's catalogue.",
    description = {
      "Replaces a profile of the same name.",
      "Example: argus profile publish hot.jsonl --name shop-reads"
    })
final class ProfilePublishCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Mixin private ChangeOptions how = new ChangeOptions();

  @Parameters(paramLabel = "FILE", description = "A results file of 'profile run'.")
  private Path file = Paths.get("");

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The profile's name in the catalogue. Default: the workload's.")
  private @Nullable String name;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ResultsFile.Contents contents =
        new ResultsFile(file)
            .read()
            .orElseThrow(() -> new IOException(file + " is no results file of 'profile run'"));
    contents.problems().forEach(System.err::println);
    PerformanceProfile profile =
        Profiles.of(
            name == null ? contents.workload().name() : name,
            contents.conditions(),
            contents.measurements());
    return new CatalogueChange(cluster, how)
        .make(profile.name(), "published", bytes -> CatalogueFormat.with(bytes, profile));
  }
}
