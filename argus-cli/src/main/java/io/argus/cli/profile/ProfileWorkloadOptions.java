package io.argus.cli.profile;

import io.argus.profiler.campaign.CampaignLimits;
import io.argus.profiler.campaign.Workload;
import io.argus.profiler.fit.AdaptiveDesign;
import io.argus.profiler.fit.Design;
import io.argus.profiler.fit.FullGrid;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** What {@code profile run} measures, and how thoroughly. */
final class ProfileWorkloadOptions {
  /** An adaptive campaign measures at most one of so many points of its grid. */
  private static final int ADAPTIVE_PART = 4;

  private static final int MIN_ADAPTIVE = 9;

  @Option(
      names = "--workload",
      showDefaultValue = Visibility.NEVER,
      required = true,
      paramLabel = "FILE|NAME",
      description =
          "A file of YCSB CoreWorkload properties, or one of uniform, hot, exhot, scan, rw, ycsb-a"
              + " to ycsb-f.")
  private String workload = "";

  @Option(
      names = "--rows",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "N",
      description = "Rows of the table. Default: the file's recordcount, or 300000.")
  private long rows;

  @Option(names = "--threads", paramLabel = "N", description = "Client threads.")
  private int threads = 50;

  @Option(
      names = "--results",
      paramLabel = "FILE",
      description =
          "Keeps every point. If the file exists, the campaign goes on where it stopped. Default:"
              + " profile-WORKLOAD.jsonl.")
  private @Nullable Path results;

  @Option(names = "--grid", paramLabel = "N", description = "Points per axis: 1/N, 2/N .. 1.")
  private int grid = 8;

  @Option(
      names = "--adaptive",
      description = "Measures where the fit is least certain, at most a quarter of the grid.")
  private boolean adaptive;

  @Option(
      names = "--max-error",
      paramLabel = "E",
      description = "With --adaptive: cross-validated error at which it stops.")
  private double maxError = 0.1;

  @Option(
      names = "--max-points",
      showDefaultValue = Visibility.NEVER,
      paramLabel = "N",
      description = "With --adaptive: most points. Default: a quarter of the grid.")
  private int maxPoints;

  @Option(
      names = "--max-minutes",
      paramLabel = "M",
      description = "Starts no point after M minutes. Run the same again to go on.")
  private double maxMinutes = 24 * 60;

  @Option(
      names = "--point-seconds",
      paramLabel = "S",
      description = "Most seconds for a point to become steady.")
  private int pointSeconds = 40;

  Workload workload() throws IOException {
    return Workload.named(workload, rows, threads);
  }

  Path results(Workload chosen) {
    return results == null ? Paths.get("profile-" + chosen.name() + ".jsonl") : results;
  }

  Design design() {
    FullGrid full = new FullGrid(grid);
    if (!adaptive) {
      return full;
    }
    int most = Math.max(MIN_ADAPTIVE, full.mostPoints() / ADAPTIVE_PART);
    return new AdaptiveDesign(full, maxError, maxPoints == 0 ? most : maxPoints);
  }

  CampaignLimits limits() {
    return new CampaignLimits(
        Duration.ofSeconds(30),
        Duration.ofSeconds(pointSeconds),
        Duration.ofMillis((long) (maxMinutes * 60_000)));
  }
}
