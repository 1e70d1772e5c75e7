package io.argus.bench.soak;

import static io.argus.load.basics.Argument.require;

import java.time.Duration;

/**
 * Times of a soak.
 *
 * @param length of each system's part
 * @param warmUp samples before do not count
 * @param sample time between two samples
 */
public record SoakSettings(Duration length, Duration warmUp, Duration sample) {
  /** Of half an hour 12 minutes: a server forgets a tenant that has been idle for 10. */
  private static final double WARM_UP_PART = 0.4;

  public SoakSettings {
    require(sample.toSeconds() >= 1, "sample", sample.toSeconds() + " s", "at least 1 s");
    require(!warmUp.isNegative(), "warmUp", warmUp.toSeconds() + " s", "at least 0 s");
    Duration counted = length.minus(warmUp);
    require(
        counted.toSeconds() >= (Trend.MIN_SAMPLES + 1) * sample.toSeconds(),
        "time after the warm-up",
        counted.toSeconds() + " s",
        "at least " + (Trend.MIN_SAMPLES + 1) + " samples of " + sample.toSeconds() + " s");
  }

  /** A soak of which two fifths are warm-up. */
  public static SoakSettings of(Duration length, Duration sample) {
    return new SoakSettings(
        length, Duration.ofSeconds(Math.round(WARM_UP_PART * length.toSeconds())), sample);
  }
}
