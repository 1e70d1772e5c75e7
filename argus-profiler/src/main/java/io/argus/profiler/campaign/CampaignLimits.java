package io.argus.profiler.campaign;

import static io.argus.load.basics.Argument.require;

import java.time.Duration;

/**
 * Time limits of a campaign.
 *
 * @param longestFill longest time to fill a partition that has grown
 * @param longestPoint longest time for a point to become steady
 * @param longest time after which no further point begins
 */
public record CampaignLimits(Duration longestFill, Duration longestPoint, Duration longest) {
  private static final int MIN_SECONDS = SteadyState.MIN_SECONDS + PointRecord.SKIPPED_SECONDS;

  public CampaignLimits {
    require(
        longestPoint.toSeconds() >= MIN_SECONDS,
        "longest point",
        longestPoint.toSeconds() + " s",
        "at least " + MIN_SECONDS + " s");
  }
}
