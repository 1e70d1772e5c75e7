package io.argus.profiler.campaign;

import java.time.Duration;

/**
 * How long a campaign may take.
 *
 * @param longestFill longest time for filling a partition that has grown
 * @param longestPoint longest time for a point to become steady
 * @param longest after this no further point is begun
 *     <p>Immutable.
 */
public record CampaignLimits(Duration longestFill, Duration longestPoint, Duration longest) {
  private static final int FEWEST_SECONDS =
      SteadyState.FEWEST_SECONDS + PointRecord.SKIPPED_SECONDS;

  public CampaignLimits {
    if (longestPoint.toSeconds() < FEWEST_SECONDS) {
      throw new IllegalArgumentException(
          "longest point is "
              + longestPoint.toSeconds()
              + " s: must be at least "
              + FEWEST_SECONDS
              + " s");
    }
  }
}
