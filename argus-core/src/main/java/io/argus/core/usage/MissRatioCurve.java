package io.argus.core.usage;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Predicts the cache hits of a tenant at any share of the cache. It is a histogram of the tenant's
 * block lookups, per second, by the least cache share with which the cache would serve them.
 *
 * <p>Step k of {@value #STEPS} holds the lookups that need a share in ((k / 32)^2, ((k + 1) /
 * 32)^2], so that the steps are finer at small shares. Shares are of the whole cache of a server,
 * so that the curves of several servers add up to the curve of the cluster.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class MissRatioCurve {
  public static final int STEPS = 32;

  /** The curve of a tenant of which nothing is known. */
  public static final MissRatioCurve NONE = new MissRatioCurve(new float[STEPS], 0, 0);

  private static final double ROUNDING = 100;

  /** Sums of such figures are finite. */
  private static final double MAX_FIGURE = 1e300;

  /** Floats, as servers send them and a master keeps many. */
  private final float[] hits;

  private final double others;
  private final double samples;

  private MissRatioCurve(float[] hits, double others, double samples) {
    this.hits = hits;
    this.others = others;
    this.samples = samples;
  }

  /**
   * @param hits lookups per second, {@value #STEPS} steps
   * @param others lookups per second that the whole cache would not serve
   * @param samples number of lookups that were sampled
   * @throws IllegalArgumentException if the number of steps is wrong, or a figure is negative or
   *     not finite
   */
  public static MissRatioCurve of(double[] hits, double others, double samples) {
    float[] rounded = floats(hits.length, k -> Math.rint(hits[k] * ROUNDING) / ROUNDING);
    MissRatioCurve curve = new MissRatioCurve(rounded, others, samples);
    if (!curve.isSound()) {
      throw new IllegalArgumentException(
          "miss-ratio curve is "
              + curve
              + ": must be "
              + STEPS
              + " steps, all figures finite, none negative");
    }
    return curve;
  }

  /** The step of a lookup that needs that cache share; {@value #STEPS} for a share above 1. */
  public static int step(double share) {
    if (share > 1) {
      return STEPS;
    }
    return Math.min(STEPS - 1, Math.max(0, (int) Math.ceil(Math.sqrt(share) * STEPS) - 1));
  }

  /** Lookups per second of a step, of whole hundredths as far as a float has them. */
  public double hits(int step) {
    return hits[step];
  }

  /** The number of steps up to the last one with a lookup. */
  public int knownSteps() {
    int steps = STEPS;
    while (steps > 0 && hits[steps - 1] == 0) {
      steps--;
    }
    return steps;
  }

  /** Lookups per second that the whole cache would not serve. */
  public double others() {
    return others;
  }

  /** Whether all is there and legal; one that was read from JSON may lack anything. */
  public boolean isSound() {
    return hits != null
        && hits.length == STEPS
        && isFigure(others)
        && isFigure(samples)
        && IntStream.range(0, STEPS).allMatch(k -> isFigure(hits[k]));
  }

  private static boolean isFigure(double figure) {
    return figure >= 0 && figure <= MAX_FIGURE;
  }

  /** Number of lookups that were sampled. */
  public double samples() {
    return samples;
  }

  public double lookupsPerSecond() {
    double sum = others;
    for (float step : hits) {
      sum += step;
    }
    return sum;
  }

  /** Misses / lookups with that share of the cache, 0..1; linear within a step; 1 if unknown. */
  public double missRatio(double cacheShare) {
    double lookups = lookupsPerSecond();
    double position = Math.sqrt(Math.min(1, Math.max(0, cacheShare))) * STEPS;
    int whole = Math.min(STEPS - 1, (int) position);
    double within = (position * position - (double) whole * whole) / (2 * whole + 1);
    double hit = 0;
    for (int k = 0; k < whole; k++) {
      hit += hits[k];
    }
    hit += within * hits[whole];
    return lookups > 0 ? Math.min(1, Math.max(0, 1 - hit / lookups)) : 1;
  }

  /** A weighted sum of curves. Not safe for use by several threads. */
  public static final class Sum {
    private double @Nullable [] hits;
    private double others;
    private double samples;

    /** Adds the same as {@code curve.times(weight)}. */
    public void add(MissRatioCurve curve, double weight) {
      if (curve == NONE) {
        return;
      }
      add(curve.hits, STEPS, curve.others, curve.samples, weight);
    }

    /** Adds a curve with these figures. Of the hits, the first steps count. */
    public void add(
        float[] ofCurve, int steps, double othersOfCurve, double samplesOfCurve, double weight) {
      double[] sum = hits;
      if (sum == null) {
        sum = new double[STEPS];
        hits = sum;
      }
      for (int k = 0; k < steps; k++) {
        sum[k] += ofCurve[k] * weight;
      }
      others += othersOfCurve * weight;
      samples += samplesOfCurve;
    }

    public MissRatioCurve over(double divisor) {
      double[] sum = hits;
      double factor = 1 / divisor;
      return sum == null
          ? NONE
          : new MissRatioCurve(floats(STEPS, k -> sum[k] * factor), others * factor, samples);
    }
  }

  /** The curve of the lookups of both. */
  public MissRatioCurve plus(MissRatioCurve other) {
    return new MissRatioCurve(
        floats(STEPS, k -> hits(k) + other.hits(k)),
        others + other.others,
        samples + other.samples);
  }

  /** The same lookups at a rate that is multiplied. */
  public MissRatioCurve times(double factor) {
    return new MissRatioCurve(floats(STEPS, k -> hits(k) * factor), others * factor, samples);
  }

  private static float[] floats(int steps, IntToDoubleFunction ofStep) {
    float[] floats = new float[steps];
    for (int k = 0; k < steps; k++) {
      floats[k] = (float) ofStep.applyAsDouble(k);
    }
    return floats;
  }

  @Override
  public String toString() {
    return Arrays.toString(hits) + " and " + others + " more, of " + samples + " samples";
  }
}
