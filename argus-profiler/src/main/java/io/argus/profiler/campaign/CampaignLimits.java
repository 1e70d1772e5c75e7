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

  public CampaignLimits {
    if (longestPoint.toSeconds() < SteadyState.FEWEST_SECONDS) {
      throw new IllegalArgumentException(
          "longest point is "
              + longestPoint.toSeconds()
              + " s: must be at least "
              + SteadyState.FEWEST_SECONDS
              + " s");
    }
  }
}
