package io.argus.cli.profile;

import static io.argus.core.text.Text.format;

import io.argus.cli.live.LiveCluster;
import io.argus.cli.live.ReadOptions;
import io.argus.cli.output.Output;
import io.argus.core.performance.CatalogueFormat;
import io.argus.core.performance.PerformanceProfile;
import io.argus.profiler.campaign.ResultsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    header = "Show a performance function.",
    description = {
      "Throughput by cache share and HDFS share.",
      "Example: argus profile show hot.jsonl --svg hot.svg"
    })
final class ProfileShowCommand implements Callable<Integer> {
  @Mixin private ReadOptions cluster = new ReadOptions();

  @Parameters(
      paramLabel = "FILE|NAME",
      description = "A results file of 'profile run', or a profile of the cluster's catalogue.")
  private String source = "";

  @Option(names = "--plain", description = "Prints no colours.")
  private boolean plain;

  @Option(names = "--colour", description = "Prints colours even if the output is not a terminal.")
  private boolean colour;

  @Option(names = "--svg", paramLabel = "FILE", description = "Also writes the function as SVG.")
  private @Nullable Path svg;

  @Override
  public Integer call() throws IOException, InterruptedException {
    ProfileReport report =
        Files.isRegularFile(Paths.get(source)) ? ofFile(Paths.get(source)) : ofCatalogue();
    Output.write(svg, report.heatMap().toSvg());
    report.print(
        cluster.json(), plain ? Optional.of(false) : colour ? Optional.of(true) : Optional.empty());
    return 0;
  }

  private static ProfileReport ofFile(Path file) throws IOException {
    ResultsFile.Contents contents =
        new ResultsFile(file).read().orElseThrow(() -> new IOException(file + " is empty"));
    contents.problems().forEach(System.err::println);
    return ProfileReport.of(contents, true);
  }

  private ProfileReport ofCatalogue() throws IOException, InterruptedException {
    List<PerformanceProfile> known = new ArrayList<>();
    try (LiveCluster live = cluster.connect()) {
      live.read("catalogue")
          .ifPresent(bytes -> known.addAll(CatalogueFormat.read(bytes).catalogue().profiles()));
    }
    return known.stream()
        .filter(profile -> profile.name().equals(source))
        .findFirst()
        .map(ProfileReport::of)
        .orElseThrow(
            () ->
                new IOException(
                    format(
                        "'%s' is no file and no profile: must be one of %s",
                        source,
                        known.stream()
                            .map(PerformanceProfile::name)
                            .distinct()
                            .collect(Collectors.toList()))));
  }
}
