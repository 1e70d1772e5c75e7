package io.argus.profiler.campaign;

import io.argus.profiler.fit.GridPoint;
import java.time.Duration;

/**
 * Hears of the progress of a campaign.
 *
 * <p>Called by the campaign's thread.
 */
public interface CampaignListener {

  /**
   * A point begins.
   *
   * @param number of the point, from 1
   * @param most largest number of points
   * @param left time for the remaining points, if all are needed
   */
  void point(GridPoint point, int number, int most, Duration left);

  void second(String phase, int second, LoadSecond load);

  /** A point was measured and stored. */
  void measured(Measurement measurement);
}
