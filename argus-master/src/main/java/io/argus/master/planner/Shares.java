package io.argus.master.planner;

import io.argus.core.plan.Resource;

/**
 * The shares of both resources that each tenant has on each of its servers, in the order of the
 * pairs of a {@link PlanningProblem}. They need not be whole units.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Shares {
  private final double[] cache;
  private final double[] hdfs;

  private Shares(double[] cache, double[] hdfs) {
    this.cache = cache;
    this.hdfs = hdfs;
  }

  /**
   * @param cache a share for each pair, 0..1
   * @param hdfs a share for each pair, 0..1
   */
  public static Shares of(double[] cache, double[] hdfs) {
    if (cache.length != hdfs.length) {
      throw new IllegalArgumentException(
          cache.length + " shares of cache, " + hdfs.length + " of HDFS: must be as many");
    }
    return new Shares(cache.clone(), hdfs.clone());
  }

  /** Number of pairs. */
  public int size() {
    return cache.length;
  }

  public double cache(int pair) {
    return cache[pair];
  }

  public double hdfs(int pair) {
    return hdfs[pair];
  }

  /** A copy of all shares of a resource. */
  public double[] of(Resource resource) {
    return (resource == Resource.CACHE ? cache : hdfs).clone();
  }

  /** Returns these shares of tenants, on a single server, on each server of a problem. */
  Shares repeated(PlanningProblem problem) {
    double[] c = new double[problem.pairs()];
    double[] h = new double[problem.pairs()];
    for (int p = 0; p < c.length; p++) {
      c[p] = cache[problem.tenant(p)];
      h[p] = hdfs[problem.tenant(p)];
    }
    return new Shares(c, h);
  }

  /** Returns the point on the way to others, at 0 these and at 1 the others. */
  Shares towards(Shares others, double way) {
    double[] c = cache.clone();
    double[] h = hdfs.clone();
    for (int p = 0; p < c.length; p++) {
      c[p] += way * (others.cache[p] - c[p]);
      h[p] += way * (others.hdfs[p] - h[p]);
    }
    return new Shares(c, h);
  }
}
