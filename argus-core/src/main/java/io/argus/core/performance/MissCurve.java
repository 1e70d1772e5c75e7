package io.argus.core.performance;

import io.argus.core.usage.ReuseCurve;
import org.jspecify.annotations.Nullable;

/**
 * Misses per operation as a function of the cache share: a reuse curve that is moved so that it
 * passes through the observed point.
 *
 * <p>Let c be the miss ratio of the curve, l the lookups per operation, (x0, m0) the observed
 * point. The scale s, 0.8 to 1.25, corrects an error of the sampled curve in the size of the
 * working set, and the difference between a real cache and a perfect LRU: c(s x0) = m0 / l, or s =
 * 1 if no scale achieves that. Then
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

  /** A scale is used only if it removes at least this part of the difference at x0. */
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

  /** The reuse curve, which may lack anything if it was read from JSON. */
  @Nullable ReuseCurve reuse() {
    return curve;
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
