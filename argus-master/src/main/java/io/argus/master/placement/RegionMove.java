package io.argus.master.placement;

import io.argus.core.plan.PlanExplanation.Score;
import io.argus.master.regions.Region;

/**
 * A region that should be on another server, and what that brings.
 *
 * <p>Immutable; safe for use by any thread.
 */
@SuppressWarnings("UnusedVariable") // Some fields are only in the JSON.
final class RegionMove {
  final String region;
  private final String table;
  private final String tenant;
  final String from;
  final String to;
  private final double demandShare;
  final String why;
  final Score after;

  /**
   * @param demandShare the part of its tenant's operations that the region serves
   * @param why one sentence
   * @param after predicted score after this move and those before it; of two regions that change
   *     places, after both
   */
  RegionMove(Region region, String from, String to, double demandShare, String why, Score after) {
    this.region = region.name();
    this.table = region.table();
    this.tenant = region.tenant().name();
    this.from = from;
    this.to = to;
    this.demandShare = demandShare;
    this.why = why;
    this.after = after;
  }
}
