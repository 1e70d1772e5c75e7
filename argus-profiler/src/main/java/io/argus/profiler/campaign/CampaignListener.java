package io.argus.profiler.campaign;

import io.argus.profiler.fit.GridPoint;
import java.time.Duration;

/**
 * Hears how a campaign gets on.
 *
 * <p>Called by the campaign's thread.
 */
public interface CampaignListener {

  /**
   * A point is begun.
   *
   * @param number of the point, from 1
   * @param most points there will be at most
   * @param left time until then, if all points are needed
   */
  void point(GridPoint point, int number, int most, Duration left);

  /** A second has passed. */
  void second(String phase, int second, LoadSecond load);

  /** A point was measured and stored. */
  void measured(Measurement measurement);
}
