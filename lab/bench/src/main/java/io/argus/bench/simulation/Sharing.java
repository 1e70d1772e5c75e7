package io.argus.bench.simulation;

/**
 * The rule of work-conserving shares: among those in need in proportion to their shares, nobody
 * more than it needs.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Sharing {
  private static final double NOTHING = 1e-12;

  private Sharing() {}

  /** Returns the part of each. */
  static double[] divide(double all, double[] shares, double[] needs) {
    double[] parts = new double[needs.length];
    double free = all;
    double inNeed = inNeed(shares, needs, parts);
    while (free > NOTHING * all && inNeed > 0) {
      double perShare = free / inNeed;
      for (int i = 0; i < parts.length; i++) {
        if (parts[i] < needs[i]) {
          double more = Math.min(needs[i] - parts[i], shares[i] * perShare);
          parts[i] += more;
          free -= more;
        }
      }
      double now = inNeed(shares, needs, parts);
      if (now >= inNeed) {
        break;
      }
      inNeed = now;
    }
    return parts;
  }

  private static double inNeed(double[] shares, double[] needs, double[] parts) {
    double sum = 0;
    for (int i = 0; i < parts.length; i++) {
      sum += parts[i] < needs[i] ? shares[i] : 0;
    }
    return sum;
  }
}
