package io.argus.core.recorder;

import java.util.Arrays;
import java.util.Collection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The figures of one series in one slot of time; NaN where there is none.
 *
 * <p>Of two points for the same slot and resolution one wins: {@link #better} is associative,
 * commutative and idempotent. So whoever reads a segment twice, or two segments with the same
 * minutes, counts nothing twice.
 *
 * <p>Immutable as long as no caller writes into the figures; safe for use by any thread.
 */
final class Point {
  /** Of 23 bits of a figure's mantissa, those that are kept: 1 of 4096. */
  private static final int KEPT_BITS = 11;

  private static final int DROPPED_BITS = 23 - KEPT_BITS;

  /** How many rounds of the master it is made of. */
  final int weight;

  final float[] figures;

  Point(int weight, float[] figures) {
    this.weight = weight;
    this.figures = figures;
  }

  /** Rounds a figure to the precision of the files. */
  static float rounded(double figure) {
    float exact = (float) figure;
    if (Float.isNaN(exact) || Float.isInfinite(exact)) {
      return Float.NaN;
    }
    int half = 1 << (DROPPED_BITS - 1);
    float near = Float.intBitsToFloat((Float.floatToIntBits(exact) + half) & -(1 << DROPPED_BITS));
    return Float.isInfinite(near) ? Float.NaN : near;
  }

  /** The point of more rounds; of as many, always the same one of the two. */
  static Point better(Point a, Point b) {
    return a.compare(b) >= 0 ? a : b;
  }

  private int compare(Point other) {
    int compared = Integer.compare(weight, other.weight);
    for (int i = 0; compared == 0 && i < figures.length; i++) {
      compared = Float.compare(figures[i], other.figures[i]);
    }
    return compared;
  }

  /**
   * Makes one point of all within each slot: the mean by weight, or the greatest.
   *
   * @param resolution minutes of a slot
   */
  static SortedMap<Long, Point> fold(
      SortedMap<Long, Point> series, int resolution, Columns columns) {
    SortedMap<Long, Point> folded = new TreeMap<>();
    long[] starts =
        series.keySet().stream().mapToLong(minute -> slot(minute, resolution)).distinct().toArray();
    for (long start : starts) {
      folded.put(start, one(series.subMap(start, start + resolution).values(), columns));
    }
    return folded;
  }

  /** The first minute of the slot that a minute is in. */
  static long slot(long minute, long resolution) {
    return Math.floorDiv(minute, resolution) * resolution;
  }

  private static Point one(Collection<Point> points, Columns columns) {
    float[] figures = new float[columns.count()];
    Arrays.fill(figures, Float.NaN);
    for (int i = 0; i < figures.length; i++) {
      double sum = 0;
      double weights = 0;
      float most = Float.NEGATIVE_INFINITY;
      for (Point point : points) {
        if (!Float.isNaN(point.figures[i])) {
          sum += (double) point.weight * point.figures[i];
          weights += point.weight;
          most = Math.max(most, point.figures[i]);
        }
      }
      if (weights > 0) {
        figures[i] = columns.isGreatest(i) ? most : rounded(sum / weights);
      }
    }
    long weight = points.stream().mapToLong(point -> point.weight).sum();
    return new Point((int) Math.min(Integer.MAX_VALUE, weight), figures);
  }
}
