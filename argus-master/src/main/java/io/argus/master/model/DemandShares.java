package io.argus.master.model;

import java.util.Arrays;

/**
 * The parts d_is of a tenant's operations that its clients ask of its servers, smoothed.
 *
 * <p>A part that changed by more than chance explains, or by a lot, is believed at once: a region
 * has moved, or a key has become hot. Smaller changes are averaged over the rounds. If all parts
 * are as equal as chance allows, they are taken as equal.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class DemandShares {
  private static final double SMOOTHING = 0.3;

  /** Standard deviations that chance explains. */
  private static final double SURE = 4;

  /** A difference that does not matter, as a fraction. */
  private static final double SLIGHT = 0.05;

  /** A difference up to which demand is nearly even, as a fraction. */
  private static final double NEARLY = 0.25;

  private DemandShares() {}

  /**
   * Returns a part for each server; they sum to 1.
   *
   * @param perSecond operations a second asked of each server
   * @param seconds in which these were counted on each server
   * @param before the parts of the round before; NaN where there was none
   */
  static double[] of(double[] perSecond, double[] seconds, double[] before) {
    int n = perSecond.length;
    double sum = Arrays.stream(perSecond).sum();
    double[] now = new double[n];
    double error = 0;
    for (int s = 0; s < n; s++) {
      now[s] = sum > 0 ? perSecond[s] / sum : 1.0 / n;
      error += now[s] / seconds[s];
    }
    double[] shares = new double[n];
    boolean even = true;
    double total = 0;
    for (int s = 0; s < n; s++) {
      boolean chance = isWithinChance(now[s], before[s], seconds[s], sum, error);
      shares[s] = chance ? before[s] + SMOOTHING * (now[s] - before[s]) : now[s];
      total += shares[s];
      even &= sum <= 0 || isWithinChance(now[s], 1.0 / n, seconds[s], sum, error);
    }
    for (int s = 0; s < n; s++) {
      shares[s] = even || total <= 0 ? 1.0 / n : shares[s] / total;
    }
    return shares;
  }

  /**
   * Whether chance explains that difference. Of operations counted in windows T_s, the part p of a
   * server has the variance (p (1 - 2 p) / T_s + p^2 x sum over j of p_j / T_j) / rate: p (1 - p) /
   * operations where the windows are alike.
   *
   * @param before NaN if there was none, which nothing explains
   * @param perSecond operations a second of all servers
   * @param error sum over the servers of their part / seconds
   */
  private static boolean isWithinChance(
      double now, double before, double seconds, double perSecond, double error) {
    double errorOfAll = error + (before - now) / seconds;
    double variance = before * (1 - 2 * before) / seconds + before * before * errorOfAll;
    double deviation = Math.sqrt(variance / Math.max(1 / seconds, perSecond));
    return Math.abs(now - before) <= SURE * deviation + SLIGHT * before;
  }

  /** Whether a tenant that is on so many servers uses all of the cluster's in about equal parts. */
  static boolean areNearlyEven(double[] shares, int servers) {
    boolean even = shares.length == servers;
    for (double share : shares) {
      even &= Math.abs(share * servers - 1) <= NEARLY;
    }
    return even;
  }
}
