package io.argus.bench.soak;

import static io.argus.bench.basics.Argument.require;

import java.time.Duration;

/**
 * Times of a soak.
 *
 * @param length of each system's part
 * @param warmUp samples before do not count
 * @param sample time between two samples
 */
public record SoakSettings(Duration length, Duration warmUp, Duration sample) {
  private static final int PART_OF_WARM_UP = 4;

  public SoakSettings {
    require(sample.toSeconds() >= 1, "sample", sample.toSeconds() + " s", "at least 1 s");
    require(!warmUp.isNegative(), "warmUp", warmUp.toSeconds() + " s", "at least 0 s");
    Duration counted = length.minus(warmUp);
    require(
        counted.toSeconds() >= (Trend.LEAST_SAMPLES + 1) * sample.toSeconds(),
        "time after the warm-up",
        counted.toSeconds() + " s",
        "at least " + (Trend.LEAST_SAMPLES + 1) + " samples of " + sample.toSeconds() + " s");
  }

  /** A soak whose first quarter is warm-up. */
  public static SoakSettings of(Duration length, Duration sample) {
    return new SoakSettings(length, length.dividedBy(PART_OF_WARM_UP), sample);
  }
}
