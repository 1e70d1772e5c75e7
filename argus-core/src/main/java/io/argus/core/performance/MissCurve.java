package io.argus.core.performance;

import io.argus.core.usage.ReuseCurve;

/**
 * Misses per operation against the cache share: the shape of a reuse curve, put through the point
 * that is observed.
 *
 * <p>With c the curve's miss ratio, l lookups per operation, (x0, m0) the observed point, and s the
 * scale within .8 .. 1.25 at which c(s x0) comes to m0 / l (1 if none does: what is sampled may be
 * off in the size of a working set, and a real cache is no perfect LRU),
 *
 * <pre>
 *   misses(x) = l - (l - m0) x (1 - c(s x)) / (1 - c(s x0))     for x &lt;= x0
 *             = m0 x c(s x) / c(s x0)                           for x &gt; x0
 * </pre>
 *
 * <p>Immutable; safe for use by any thread.
 */
final class MissCurve {
  private static final double FURTHEST = 1.25;
  private static final int BISECTIONS = 20;

  /** Part of a difference that a scale must explain to be believed. */
  private static final double EXPLAINED = 0.75;

  private final ReuseCurve curve;
  private final double share;
  private final double lookups;
  private final double misses;
  private final double scale;
  private final double ratioThere;

  /**
   * @param share x0, cache share with which the misses were observed
   * @param lookups l, per operation
   * @param misses m0, per operation, at most the lookups
   */
  MissCurve(ReuseCurve curve, double share, double lookups, double misses) {
    this.curve = curve;
    this.share = share;
    this.lookups = lookups;
    this.misses = misses;
    this.scale = lookups > 0 ? scale(curve, share, misses / lookups) : 1;
    this.ratioThere = curve.missRatio(scale * share);
  }

  private static double scale(ReuseCurve curve, double share, double observed) {
    double off = curve.missRatio(share) - observed;
    if (off == 0) {
      return 1;
    }
    double low = off > 0 ? 1 : 1 / FURTHEST;
    double high = off > 0 ? FURTHEST : 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (curve.missRatio(middle * share) > observed) {
        low = middle;
      } else {
        high = middle;
      }
    }
    double left = curve.missRatio(high * share) - observed;
    return Math.abs(left) <= (1 - EXPLAINED) * Math.abs(off) ? high : 1;
  }

  double at(double cacheShare) {
    double ratio = curve.missRatio(scale * cacheShare);
    if (cacheShare > share) {
      return ratioThere > 0 ? misses * Math.min(1, ratio / ratioThere) : misses;
    }
    double kept = ratioThere < 1 ? Math.min(1, (1 - ratio) / (1 - ratioThere)) : 0;
    return lookups - (lookups - misses) * kept;
  }
}
