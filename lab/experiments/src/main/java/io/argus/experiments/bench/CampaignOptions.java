package io.argus.experiments.bench;

import io.argus.bench.run.RunSettings;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The options of campaigns for the amount of data and the length of measurements. */
final class CampaignOptions {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  /** Enough to fill the block cache of a tenant alone. */
  private static final Duration QUICK_RAMP = Duration.ofSeconds(25);

  private static final long CACHED_ROWS = 100_000;
  private static final Duration WARM_UP = Duration.ofSeconds(60);

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Size of the block cache as a part of one tenant's data.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(
      names = "--ramp",
      paramLabel = "S",
      description = "Seconds before a window, of a tenant alone.")
  private long rampSeconds = DEFAULTS.aloneRamp().toSeconds();

  @Option(
      names = "--mix-ramp",
      paramLabel = "S",
      description = "Seconds before a window, of a workload mix.")
  private long mixRampSeconds = DEFAULTS.mixRamp().toSeconds();

  @Option(
      names = {"--window", "--seconds"},
      paramLabel = "S",
      description = "Seconds of every window.")
  private long windowSeconds = DEFAULTS.window().toSeconds();

  @Option(
      names = "--interleaved",
      paramLabel = "N",
      description =
          "After a workload mix, measures its tenants alone and together again, interleaved"
              + " (A/B/A/B), N times with short ramps. Only tenants that leave less than a third of"
              + " the CPU idle run alone again. The report uses these isolated throughputs,"
              + " and the means of all repetitions. For machines whose speed changes from minute to"
              + " minute.")
  private int interleaved = DEFAULTS.interleavings();

  @Option(
      names = "--max-steal",
      paramLabel = "SHARE",
      description =
          "CPU steal, as a part of CPU time, that a window may have if it leaves less than a"
              + " third of the CPU idle. A window with more is measured again, at most twice;"
              + " the run with the least CPU steal counts.")
  private double mostSteal = DEFAULTS.mostSteal();

  @Option(
      names = "--alpha",
      paramLabel = "A",
      description = "Weight of the J-index in the D-score, 0..1.")
  private double alpha = DEFAULTS.alpha();

  @Option(
      names = "--region-servers",
      paramLabel = "N",
      description =
          "How many region servers, each with a DataNode and a slow disk of its own, to which its"
              + " files are written. They share the size of the block cache.")
  private int regionServers;

  /** The options of a campaign on one region server, unless it says otherwise. */
  CampaignOptions() {
    this(1);
  }

  /**
   * @param regionServers the default
   */
  CampaignOptions(int regionServers) {
    this.regionServers = regionServers;
  }

  /** Of the demo, which is to show the difference soon. */
  static CampaignOptions quick() {
    CampaignOptions options = new CampaignOptions();
    options.rampSeconds = QUICK_RAMP.toSeconds();
    return options;
  }

  /** All data of two tenants fit into the cache, and compilers have time before each window. */
  static CampaignOptions cached() {
    CampaignOptions options = new CampaignOptions();
    options.rows = CACHED_ROWS;
    options.cacheFraction = 2.5;
    options.rampSeconds = WARM_UP.toSeconds();
    options.mixRampSeconds = WARM_UP.toSeconds();
    return options;
  }

  /** Isolated throughputs do not count. */
  static CampaignOptions toAssess() {
    CampaignOptions options = new CampaignOptions();
    options.rampSeconds = 5;
    options.mixRampSeconds = QUICK_RAMP.toSeconds();
    options.windowSeconds = 35;
    return options;
  }

  RunSettings settings() {
    return new RunSettings(
        rows,
        DEFAULTS.regions(),
        cacheFraction,
        Duration.ofSeconds(rampSeconds),
        Duration.ofSeconds(mixRampSeconds),
        Duration.ofSeconds(windowSeconds),
        interleaved,
        mostSteal,
        alpha,
        DEFAULTS.blockCache(),
        regionServers);
  }
}
