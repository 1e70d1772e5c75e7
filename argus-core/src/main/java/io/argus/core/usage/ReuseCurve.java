package io.argus.core.usage;

import java.util.Arrays;

/**
 * How often a tenant's block lookups would hit with other shares of the cache: lookups per second
 * by the least share with which an LRU cache would have served them, and those that none would.
 *
 * <p>Step k of {@value #STEPS} holds the lookups that need a share in ((k / 32)^2, ((k + 1) /
 * 32)^2], so that small shares are told apart more finely. Shares are of a server's whole cache:
 * curves of several servers add up to that of the cluster, whatever the sizes of their caches.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ReuseCurve {
  public static final int STEPS = 32;

  /** Of a tenant of which nothing is known. */
  public static final ReuseCurve NONE = new ReuseCurve(new double[STEPS], 0, 0);

  private static final double ROUNDING = 100;

  private final double[] hits;
  private final double others;
  private final double samples;

  private ReuseCurve(double[] hits, double others, double samples) {
    this.hits = hits;
    this.others = others;
    this.samples = samples;
  }

  /**
   * Returns a curve.
   *
   * @param hits lookups per second, {@value #STEPS} steps
   * @param others lookups per second that not even the whole cache would serve
   * @param samples how many lookups were followed to learn that
   * @throws IllegalArgumentException if there are not as many steps, or a figure is not sound
   */
  public static ReuseCurve of(double[] hits, double others, double samples) {
    double[] rounded = new double[hits.length];
    for (int k = 0; k < hits.length; k++) {
      rounded[k] = Math.rint(hits[k] * ROUNDING) / ROUNDING;
    }
    ReuseCurve curve = new ReuseCurve(rounded, others, samples);
    if (!curve.isSound()) {
      throw new IllegalArgumentException(
          "reuse curve is "
              + curve
              + ": must be "
              + STEPS
              + " steps, each finite and not negative like all of it");
    }
    return curve;
  }

  /** The step of a lookup that needs that share of the cache, {@value #STEPS} if more than all. */
  public static int step(double share) {
    if (share > 1) {
      return STEPS;
    }
    return Math.min(STEPS - 1, Math.max(0, (int) Math.ceil(Math.sqrt(share) * STEPS) - 1));
  }

  boolean isSound() {
    if (hits == null || hits.length != STEPS || !isFigure(others) || !isFigure(samples)) {
      return false;
    }
    return Arrays.stream(hits).allMatch(ReuseCurve::isFigure);
  }

  private static boolean isFigure(double figure) {
    return figure >= 0 && !Double.isInfinite(figure);
  }

  /** How many lookups were followed to learn it. */
  public double samples() {
    return samples;
  }

  public double lookupsPerSecond() {
    double sum = others;
    for (double step : hits) {
      sum += step;
    }
    return sum;
  }

  /** Misses / lookups with that share of the cache, 0..1; linear within a step; 1 if unknown. */
  public double missRatio(double cacheShare) {
    double lookups = lookupsPerSecond();
    if (lookups <= 0) {
      return 1;
    }
    double position = Math.sqrt(Math.min(1, Math.max(0, cacheShare))) * STEPS;
    int whole = (int) position;
    double hit = 0;
    for (int k = 0; k < whole; k++) {
      hit += hits[k];
    }
    if (whole < STEPS) {
      double from = (double) whole * whole;
      double within = (position * position - from) / (2 * whole + 1);
      hit += hits[whole] * within;
    }
    return Math.min(1, Math.max(0, 1 - hit / lookups));
  }

  /** Both together. */
  public ReuseCurve plus(ReuseCurve other) {
    double[] sum = hits.clone();
    for (int k = 0; k < STEPS; k++) {
      sum[k] += other.hits[k];
    }
    return new ReuseCurve(sum, others + other.others, samples + other.samples);
  }

  /** The same lookups at another rate. */
  public ReuseCurve times(double factor) {
    double[] scaled = hits.clone();
    for (int k = 0; k < STEPS; k++) {
      scaled[k] *= factor;
    }
    return new ReuseCurve(scaled, others * factor, samples);
  }

  @Override
  public String toString() {
    return Arrays.toString(hits) + " and " + others + " more, of " + samples + " samples";
  }
}
