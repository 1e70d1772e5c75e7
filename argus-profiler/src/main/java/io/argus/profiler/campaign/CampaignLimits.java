package io.argus.profiler.campaign;

import static io.argus.load.basics.Argument.require;

import java.time.Duration;

/**
 * Time limits of a campaign.
 *
 * <p>Immutable.
 */
public final class CampaignLimits {
  private static final int MIN_SECONDS = SteadyState.MIN_SECONDS + PointRecord.SKIPPED_SECONDS;

  private final Duration longestFill;
  private final Duration longestPoint;
  private final Duration longest;

  /**
   * @param longestFill longest time to fill a partition that has grown
   * @param longestPoint longest time for a point to become steady
   * @param longest time after which no further point begins
   */
  public CampaignLimits(Duration longestFill, Duration longestPoint, Duration longest) {
    require(
        longestPoint.compareTo(Duration.ofSeconds(MIN_SECONDS)) >= 0,
        "longest point",
        longestPoint.toMillis() / 1000 + " s",
        "at least " + MIN_SECONDS + " s");
    this.longestFill = longestFill;
    this.longestPoint = longestPoint;
    this.longest = longest;
  }

  Duration longestFill() {
    return longestFill;
  }

  Duration longestPoint() {
    return longestPoint;
  }

  Duration longest() {
    return longest;
  }
}
