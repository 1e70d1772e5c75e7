package io.argus.master.model;

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
   * @param operations asked of each server, in windows of about the same length
   * @param before the parts of the round before; NaN where there was none
   */
  static double[] of(double[] operations, double[] before) {
    int n = operations.length;
    double sum = 0;
    for (double each : operations) {
      sum += each;
    }
    double[] shares = new double[n];
    boolean even = true;
    double total = 0;
    for (int s = 0; s < n; s++) {
      double now = sum > 0 ? operations[s] / sum : 1.0 / n;
      shares[s] = smoothed(now, before[s], sum);
      total += shares[s];
      even &= sum <= 0 || isWithinChance(now, 1.0 / n, sum);
    }
    for (int s = 0; s < n; s++) {
      shares[s] = even || total <= 0 ? 1.0 / n : shares[s] / total;
    }
    return shares;
  }

  private static double smoothed(double now, double before, double operations) {
    boolean believed = Double.isNaN(before) || !isWithinChance(now, before, operations);
    return believed ? now : before + SMOOTHING * (now - before);
  }

  private static boolean isWithinChance(double now, double expected, double operations) {
    double deviation = Math.sqrt(expected * (1 - expected) / Math.max(1, operations));
    return Math.abs(now - expected) <= SURE * deviation + SLIGHT * expected;
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
