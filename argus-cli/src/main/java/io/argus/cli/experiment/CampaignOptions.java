package io.argus.cli.experiment;

import io.argus.bench.run.RunSettings;
import java.time.Duration;
import picocli.CommandLine.Option;

/**
 * The options of experiments that say how much data there is and how long is measured.
 *
 * <p>Used by one thread.
 */
public final class CampaignOptions {
  private static final RunSettings DEFAULTS = RunSettings.defaults();

  @Option(names = "--rows", paramLabel = "N", description = "Rows of each tenant.")
  private long rows = DEFAULTS.rows();

  @Option(
      names = "--cache-fraction",
      paramLabel = "F",
      description = "Block cache in relation to one tenant's data.")
  private double cacheFraction = DEFAULTS.cacheFraction();

  @Option(names = "--ramp", paramLabel = "S", description = "Seconds before a window, alone.")
  private long rampSeconds = DEFAULTS.aloneRamp().toSeconds();

  @Option(names = "--mix-ramp", paramLabel = "S", description = "Seconds before the mix's window.")
  private long mixRampSeconds = DEFAULTS.mixRamp().toSeconds();

  @Option(
      names = {"--window", "--seconds"},
      paramLabel = "S",
      description = "Seconds of every window.")
  private long windowSeconds = DEFAULTS.window().toSeconds();

  @Option(
      names = "--turns",
      paramLabel = "N",
      description =
          "After a mix has run, each of its tenants that leaves less than a third of the processors"
              + " idle runs alone, and then all together again, N times with short ramps; those"
              + " isolated throughputs of theirs count, and the means of all turns. For machines whose speed"
              + " changes from minute to minute.")
  private int turns = DEFAULTS.interleavings();

  @Option(
      names = "--most-stolen",
      paramLabel = "SHARE",
      description =
          "Of processor time that the hypervisor may give to others in a window that leaves less"
              + " than a third idle. With more it is measured again, twice at most, and the run"
              + " that lost least counts.")
  private double mostSteal = DEFAULTS.mostSteal();

  @Option(names = "--alpha", paramLabel = "A", description = "Weight of J in the D-score.")
  private double alpha = DEFAULTS.alpha();

  public RunSettings settings() {
    return new RunSettings(
        rows,
        DEFAULTS.regions(),
        cacheFraction,
        Duration.ofSeconds(rampSeconds),
        Duration.ofSeconds(mixRampSeconds),
        Duration.ofSeconds(windowSeconds),
        turns,
        mostSteal,
        alpha);
  }
}
