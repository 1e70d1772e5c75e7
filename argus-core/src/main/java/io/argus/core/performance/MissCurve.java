package io.argus.core.performance;

import io.argus.core.usage.MissRatioCurve;
import org.jspecify.annotations.Nullable;

/**
 * Misses per operation as a function of the cache share: a miss-ratio curve that is moved so that
 * it passes through the observed point.
 *
 * <p>Let c be the miss ratio of the curve, l the lookups per operation, (x0, m0) the observed
 * point. Then
 *
 * <pre>
 *   misses(x) = l - (l - m0) x (1 - c(s x)) / (1 - c(s x0))     for x &lt;= x0
 *             = m0 x c(s x) / c(s x0)                           for x &gt; x0
 * </pre>
 *
 * Where the curve sees no hit up to x0 although there were some, hits are taken to be proportional
 * to the cache below x0. Both lines meet at (x0, m0).
 *
 * <p>The scale s corrects an error of the sampled curve in the size of the working set. A curve of
 * a few hundred blocks may be off in sizes and in the miss ratio; s is the most probable error in
 * sizes given what was observed: that with the least ((c(s x0) - m0 / l) / {@value #RATIO_ERROR})^2
 * + (log s / {@value #SIZE_ERROR})^2. So where the curve is steep, it is moved; where it is flat, a
 * difference says nothing about sizes.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class MissCurve {
  /** Standard deviation of log s: that of a count of 600 blocks. */
  private static final double SIZE_ERROR = 0.04;

  /** Standard deviation of the miss ratio. */
  private static final double RATIO_ERROR = 0.005;

  private static final double FURTHEST = 3 * SIZE_ERROR;
  private static final int STEPS = 20;

  private final MissRatioCurve curve;
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
  MissCurve(MissRatioCurve curve, double share, double lookups, double misses) {
    this.curve = curve;
    this.share = share;
    this.lookups = lookups;
    this.misses = misses;
    this.scale = lookups > 0 ? scale(curve, share, misses / lookups) : 1;
    this.ratioThere = ratio(curve, scale * share);
  }

  private static double scale(MissRatioCurve curve, double share, double observed) {
    double best = 1;
    double least = improbable(curve, share, observed, 0);
    for (int k = 1; k <= STEPS; k++) {
      double log = FURTHEST * k / STEPS;
      if (square(log / SIZE_ERROR) >= least) {
        break; // whatever the curve says there, so great an error is less probable
      }
      for (double each : new double[] {-log, log}) {
        double improbable = improbable(curve, share, observed, each);
        if (improbable < least) {
          least = improbable;
          best = Math.exp(each);
        }
      }
    }
    return best;
  }

  private static double improbable(
      MissRatioCurve curve, double share, double observed, double log) {
    double off = ratio(curve, Math.exp(log) * share) - observed;
    return square(off / RATIO_ERROR) + square(log / SIZE_ERROR);
  }

  private static double square(double x) {
    return x * x;
  }

  /** The miss-ratio curve, which may lack anything if it was read from JSON. */
  @Nullable MissRatioCurve missRatioCurve() {
    return curve;
  }

  double at(double cacheShare) {
    double ratio = ratio(curve, scale * cacheShare);
    if (cacheShare > share) {
      return ratioThere > 0 ? misses * Math.min(1, ratio / ratioThere) : misses;
    }
    double kept = ratioThere < 1 ? Math.min(1, (1 - ratio) / (1 - ratioThere)) : cacheShare / share;
    return lookups - (lookups - misses) * kept;
  }

  /** The curve's miss ratio, which beyond the whole cache goes on as it fell before. */
  private static double ratio(MissRatioCurve curve, double scaled) {
    return scaled > 1
        ? Math.max(0, 2 * curve.missRatio(1) - curve.missRatio(2 - scaled))
        : curve.missRatio(scaled);
  }
}
