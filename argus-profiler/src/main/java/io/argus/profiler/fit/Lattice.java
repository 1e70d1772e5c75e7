package io.argus.profiler.fit;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;

/**
 * The lattice of all cache and HDFS shares of samples. Most of its nodes are not measured.
 *
 * <p>Not safe for use by several threads.
 */
final class Lattice {
  private static final int ROUNDS = 10;

  /** Change of slope, in greatest throughputs per share, below which a kink is negligible. */
  private static final double SMALL_KINK = 0.05;

  private static final double MEASURED = 1e7;

  final double[] cacheShares;
  final double[] hdfsShares;
  private final double[] measured;
  private final double greatest;

  Lattice(List<Sample> samples) {
    cacheShares =
        samples.stream().mapToDouble(s -> s.point().cacheShare()).sorted().distinct().toArray();
    hdfsShares =
        samples.stream().mapToDouble(s -> s.point().hdfsShare()).sorted().distinct().toArray();
    greatest = Sample.greatest(samples);
    measured = new double[cacheShares.length * hdfsShares.length];
    Arrays.fill(measured, Double.NaN);
    for (Sample sample : samples) {
      int c = Arrays.binarySearch(cacheShares, sample.point().cacheShare());
      int h = Arrays.binarySearch(hdfsShares, sample.point().hdfsShare());
      measured[node(c, h)] = sample.throughput();
    }
  }

  private int node(int c, int h) {
    return c * hdfsShares.length + h;
  }

  /**
   * Returns the surface through the measured nodes, linear between nodes, with the least total
   * variation of the slopes along both axes, by iteratively reweighted least squares. It is
   * straight where the samples allow it and has sharp kinks elsewhere.
   */
  double[][] fewestKinks() {
    double[] values = new double[measured.length];
    double[] kinks = new double[2 * measured.length];
    for (int round = 0; round < ROUNDS; round++) {
      values = solve(kinks);
      kinks = kinks(values);
    }
    double[][] rows = new double[cacheShares.length][];
    for (int c = 0; c < rows.length; c++) {
      rows[c] = Arrays.copyOfRange(values, node(c, 0), node(c + 1, 0));
    }
    return rows;
  }

  private interface Kink {
    void at(int before, int middle, int after, double widthBefore, double widthAfter);
  }

  /** Visits every three neighbours along either axis, in a fixed order. */
  private void forEachKink(Kink kink) {
    for (int c = 0; c < cacheShares.length; c++) {
      for (int h = 1; h < hdfsShares.length - 1; h++) {
        kink.at(
            node(c, h - 1),
            node(c, h),
            node(c, h + 1),
            hdfsShares[h] - hdfsShares[h - 1],
            hdfsShares[h + 1] - hdfsShares[h]);
      }
    }
    for (int h = 0; h < hdfsShares.length; h++) {
      for (int c = 1; c < cacheShares.length - 1; c++) {
        kink.at(
            node(c - 1, h),
            node(c, h),
            node(c + 1, h),
            cacheShares[c] - cacheShares[c - 1],
            cacheShares[c + 1] - cacheShares[c]);
      }
    }
  }

  private double[] kinks(double[] values) {
    double[] kinks = new double[2 * values.length];
    int[] next = {0};
    forEachKink(
        (before, middle, after, w0, w1) ->
            kinks[next[0]++] =
                (values[after] - values[middle]) / w1 - (values[middle] - values[before]) / w0);
    return kinks;
  }

  private double[] solve(double[] kinks) {
    int n = measured.length;
    double[][] a = new double[n][n];
    double[] b = new double[n];
    int[] next = {0};
    double small = SMALL_KINK * Math.max(greatest, 1e-9);
    forEachKink(
        (before, middle, after, w0, w1) -> {
          double weight = small / Math.hypot(small, kinks[next[0]++]);
          int[] nodes = {before, middle, after};
          double[] factors = {1 / w0, -1 / w0 - 1 / w1, 1 / w1};
          for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
              a[nodes[i]][nodes[j]] += weight * factors[i] * factors[j];
            }
          }
        });
    for (int i = 0; i < n; i++) {
      // A weak pull to half the greatest throughput determines corners that were not measured.
      a[i][i] += 1e-6;
      b[i] += 1e-6 * greatest / 2;
      if (!Double.isNaN(measured[i])) {
        a[i][i] += MEASURED;
        b[i] += MEASURED * measured[i];
      }
    }
    return new LUDecomposition(new Array2DRowRealMatrix(a, false))
        .getSolver()
        .solve(new ArrayRealVector(b, false))
        .toArray();
  }
}
