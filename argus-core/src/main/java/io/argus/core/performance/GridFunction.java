package io.argus.core.performance;

import com.google.gson.annotations.SerializedName;
import io.argus.core.text.Shortened;
import java.util.Arrays;

/**
 * A performance function given by its values on a grid of cache share x HDFS share. It interpolates
 * bilinearly between the grid points and is constant beyond the outermost ones.
 *
 * <p>The grid need not be even: two close cache shares represent a {@link Cliff}. The grid of the
 * four corners represents a fitted plane.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class GridFunction implements PerformanceFunction {
  private final double[] cacheShares;
  private final double[] hdfsShares;

  @SerializedName("operationsPerSecond")
  private final double[][] values;

  private GridFunction(double[] cacheShares, double[] hdfsShares, double[][] values) {
    this.cacheShares = cacheShares;
    this.hdfsShares = hdfsShares;
    this.values = values;
  }

  /**
   * Returns the function with these values.
   *
   * @param cacheShares c grid points, strictly increasing within 0..1
   * @param hdfsShares h grid points, strictly increasing within 0..1
   * @param values c x h throughputs in operations per second, never decreasing along either axis
   * @throws IllegalArgumentException naming the condition that does not hold
   */
  public static GridFunction of(double[] cacheShares, double[] hdfsShares, double[][] values) {
    requireAxis("cache shares", cacheShares);
    requireAxis("HDFS shares", hdfsShares);
    requireShape(cacheShares, hdfsShares, values);
    for (int c = 0; c < cacheShares.length; c++) {
      for (int h = 0; h < hdfsShares.length; h++) {
        requireValue(values, c, h);
      }
    }
    return new GridFunction(cacheShares.clone(), hdfsShares.clone(), copy(values));
  }

  /** Returns this function, as it was read from JSON, after the checks of {@link #of}. */
  GridFunction checked() {
    if (cacheShares == null || hdfsShares == null || values == null) {
      throw new IllegalArgumentException(
          "it lacks 'cacheShares', 'hdfsShares' or 'operationsPerSecond'");
    }
    return of(cacheShares, hdfsShares, values);
  }

  /**
   * Returns the monotone function with the least maximum deviation from measured values, which
   * noise may make fall along an axis. It lies halfway between the least monotone surface above the
   * values and the greatest one below them.
   *
   * @param values c x h throughputs in operations per second
   * @throws IllegalArgumentException if an axis is not legal, or a value is negative or not finite
   */
  public static GridFunction nearestMonotone(
      double[] cacheShares, double[] hdfsShares, double[][] values) {
    requireAxis("cache shares", cacheShares);
    requireAxis("HDFS shares", hdfsShares);
    requireShape(cacheShares, hdfsShares, values);
    int last = cacheShares.length - 1;
    int end = hdfsShares.length - 1;
    double[][] above = copy(values);
    double[][] below = copy(values);
    for (int c = 0; c <= last; c++) {
      for (int h = 0; h <= end; h++) {
        above[c][h] = Math.max(above[c][h], c == 0 ? 0 : above[c - 1][h]);
        above[c][h] = Math.max(above[c][h], h == 0 ? 0 : above[c][h - 1]);
        int k = last - c;
        int i = end - h;
        below[k][i] = Math.min(below[k][i], k == last ? below[k][i] : below[k + 1][i]);
        below[k][i] = Math.min(below[k][i], i == end ? below[k][i] : below[k][i + 1]);
      }
    }
    for (int c = 0; c <= last; c++) {
      for (int h = 0; h <= end; h++) {
        above[c][h] = (above[c][h] + below[c][h]) / 2;
      }
    }
    return of(cacheShares, hdfsShares, above);
  }

  private static void requireAxis(String name, double[] shares) {
    if (shares.length == 0) {
      throw new IllegalArgumentException(name + " of the grid are none: must be at least one");
    }
    double before = -1;
    for (double share : shares) {
      if (!(share >= 0 && share <= 1 && share > before)) {
        throw new IllegalArgumentException(
            name
                + " of the grid are "
                + Shortened.of(Arrays.toString(shares))
                + ": must grow within 0..1");
      }
      before = share;
    }
  }

  private static void requireShape(double[] cacheShares, double[] hdfsShares, double[][] values) {
    boolean sound = values.length == cacheShares.length;
    for (double[] row : values) {
      sound &= row != null && row.length == hdfsShares.length;
    }
    if (!sound) {
      throw new IllegalArgumentException(
          String.format(
              "values of the grid are not %s rows (cache shares) of %s (HDFS shares)",
              cacheShares.length, hdfsShares.length));
    }
  }

  private static void requireValue(double[][] values, int c, int h) {
    double value = values[c][h];
    double before = Math.max(c == 0 ? 0 : values[c - 1][h], h == 0 ? 0 : values[c][h - 1]);
    if (!(value >= before) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          String.format(
              "value [%s][%s] of the grid is %s: must be finite and not below its neighbours at smaller"
                  + " shares, %s",
              c, h, value, before));
    }
  }

  private static double[][] copy(double[][] values) {
    double[][] copy = new double[values.length][];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = values[i].clone();
    }
    return copy;
  }

  @Override
  public double throughput(double cacheShare, double hdfsShare) {
    int c = cellOf(cacheShares, cacheShare);
    int h = cellOf(hdfsShares, hdfsShare);
    double y = fractionWithin(cacheShares, c, cacheShare);
    double x = fractionWithin(hdfsShares, h, hdfsShare);
    int nextC = Math.min(c + 1, cacheShares.length - 1);
    int nextH = Math.min(h + 1, hdfsShares.length - 1);
    double low = values[c][h] + x * (values[c][nextH] - values[c][h]);
    double high = values[nextC][h] + x * (values[nextC][nextH] - values[nextC][h]);
    return low + y * (high - low);
  }

  /** Index of the last grid point at or below the share; the first one if there is none. */
  private static int cellOf(double[] shares, double share) {
    int found = Arrays.binarySearch(shares, share);
    return found >= 0 ? found : Math.max(0, -found - 2);
  }

  private static double fractionWithin(double[] shares, int cell, double share) {
    if (cell == shares.length - 1) {
      return 0;
    }
    double fraction = (share - shares[cell]) / (shares[cell + 1] - shares[cell]);
    return Math.min(1, Math.max(0, fraction));
  }

  public double[] cacheShares() {
    return cacheShares.clone();
  }

  public double[] hdfsShares() {
    return hdfsShares.clone();
  }

  /** Throughputs in operations per second, one row per cache share. */
  public double[][] values() {
    return copy(values);
  }
}
