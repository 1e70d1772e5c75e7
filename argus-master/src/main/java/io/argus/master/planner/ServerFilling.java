package io.argus.master.planner;

import io.argus.core.performance.HdfsFunction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The division of one server's resources by what its tenants need there. The HDFS share that a
 * tenant needs for a local throughput at a cache share is found on its performance function. Cache
 * goes where it saves the most HDFS per share: along the lower convex hull of that curve, so that a
 * working set that only helps as a whole is seen as a whole.
 *
 * <p>Cost: linear in the tenants of the server but for the sorting of the savings.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class ServerFilling {
  /** Part of a unit that does not matter. */
  private static final double CLOSE = 0.002;

  private final PlanningProblem problem;
  private final int[] pairs;
  private final double unit;
  private final double least;
  private final double[] grid;
  private final double[] cache;
  private final double[] hdfs;

  private final @Nullable HdfsFunction[] there;

  /**
   * @param least HDFS share that a tenant has in any case, in units
   * @param points at which the need of HDFS is computed for each tenant, at least 2
   * @param cache shares of all pairs of the problem; those on this server are changed
   * @param hdfs likewise
   * @param there what all pairs do with the cache that they have; null until it is asked for
   */
  ServerFilling(
      PlanningProblem problem,
      int server,
      double least,
      int points,
      double[] cache,
      double[] hdfs,
      @Nullable HdfsFunction[] there) {
    this.problem = problem;
    this.pairs = problem.on(server);
    this.unit = 1.0 / problem.pieces(server);
    this.least = least * unit;
    this.cache = cache;
    this.hdfs = hdfs;
    this.there = there;
    this.grid = grid(problem.pieces(server), points);
  }

  /** Every unit if there are points enough, else powers. */
  private static double[] grid(int pieces, int points) {
    double[] grid = new double[Math.min(pieces, points)];
    for (int k = 0; k < grid.length; k++) {
      grid[k] =
          grid.length == pieces
              ? (k + 1.0) / pieces
              : Math.pow(pieces, k / (grid.length - 1.0) - 1);
    }
    return grid;
  }

  /** HDFS that the tenants need together, with the cache that they have. */
  double hdfsNeeded(double[] needs) {
    double sum = 0;
    for (int p : pairs) {
      hdfs[p] = Math.max(least, needs[p] > 0 ? there(p).shareFor(needs[p], hdfs[p]) : 0);
      sum += hdfs[p];
    }
    return sum;
  }

  private HdfsFunction there(int pair) {
    HdfsFunction known = there[pair];
    if (known == null) {
      known = problem.part(pair).function.at(cache[pair]);
      there[pair] = known;
    }
    return known;
  }

  /** Divides the cache so that these local throughputs need as little HDFS as possible. */
  void divideCache(double[] needs) {
    int segments = pairs.length * grid.length;
    long[] order = new long[segments];
    double[] lengths = new double[segments];
    int[] owners = new int[segments];
    double[] hull = new double[grid.length];
    int[] corners = new int[grid.length];
    int count = 0;
    for (int p : pairs) {
      cache[p] = unit;
      there[p] = null;
      int last = hull(p, needs[p], hull, corners);
      for (int k = 1; k <= last; k++) {
        double length = grid[corners[k]] - grid[corners[k - 1]];
        float saving = (float) ((hull[corners[k - 1]] - hull[corners[k]]) / length);
        lengths[count] = length;
        owners[count] = p;
        order[count] = ((long) Float.floatToIntBits(saving) << 32) | count;
        count++;
      }
    }
    Arrays.sort(order, 0, count);
    give(needs, order, lengths, owners, count);
  }

  private void give(double[] needs, long[] order, double[] lengths, int[] owners, int count) {
    double left = 1 - unit * pairs.length;
    for (int k = count - 1; k >= 0 && left > 0; k--) {
      int segment = (int) order[k];
      int p = owners[segment];
      if (cache[p] < 0) {
        continue;
      }
      if (lengths[segment] <= left + unit * CLOSE) {
        cache[p] += lengths[segment];
        left -= lengths[segment];
      } else if (isWorth(p, needs[p], left, lengths[segment], order[k])) {
        cache[p] += left;
        left = 0;
      } else {
        cache[p] = -cache[p];
      }
    }
    for (int p : pairs) {
      cache[p] = Math.abs(cache[p]);
    }
  }

  /** Whether a part of a segment saves at least half of what the whole would in proportion. */
  private boolean isWorth(int p, double need, double part, double length, long ordered) {
    double saving = Float.intBitsToFloat((int) (ordered >>> 32)) * part;
    double now = hdfsShare(p, cache[p], need, hdfs[p]);
    double then = hdfsShare(p, cache[p] + part, need, now);
    return part < length && now - then >= saving / 2;
  }

  /**
   * Finds the corners of the lower convex hull of the HDFS needed over the cache; returns the last
   * one behind which more cache saves something.
   */
  private int hull(int p, double need, double[] needed, int[] corners) {
    if (need <= 0) {
      return 0;
    }
    double guess = hdfs[p];
    int last = -1;
    for (int k = 0; k < grid.length; k++) {
      guess = hdfsShare(p, grid[k], need, guess);
      needed[k] = guess;
      while (last >= 1
          && saving(needed, corners[last - 1], corners[last]) <= saving(needed, corners[last], k)) {
        last--;
      }
      corners[++last] = k;
      if (guess <= 0) {
        break;
      }
    }
    while (last > 0 && saving(needed, corners[last - 1], corners[last]) <= 1e-9) {
      last--;
    }
    return last;
  }

  private double saving(double[] needed, int from, int to) {
    return (needed[from] - needed[to]) / (grid[to] - grid[from]);
  }

  private double hdfsShare(int pair, double cacheShare, double need, double guess) {
    return problem.part(pair).function.at(cacheShare).shareFor(need, guess);
  }
}
