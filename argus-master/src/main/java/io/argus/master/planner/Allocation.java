package io.argus.master.planner;

import io.argus.core.plan.Resource;

/**
 * A division of the units of both resources of each server among the tenants of a problem, with its
 * predicted score.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class Allocation {
  /** A rise of what the tenant keeps that keeps least, as a fraction. */
  private static final double NOTICEABLE = 0.02;

  /** The value that may be lost for a rise of 1, and the most. */
  private static final double PRICE = 0.05;

  private static final double MAX_PRICE = 0.03;

  private final PlanningProblem problem;
  private final Units units;
  private final double value;

  private Allocation(PlanningProblem problem, Units units) {
    this.problem = problem;
    this.units = units;
    this.value = problem.value(units.shares());
  }

  static Allocation of(PlanningProblem problem, Units units) {
    return new Allocation(problem, units.copy());
  }

  /** Equal shares, as far as the units can be divided evenly. */
  public static Allocation equal(PlanningProblem problem) {
    return of(problem, Units.equal(problem));
  }

  /** Returns the allocation nearest to given shares, at least one unit each. */
  public static Allocation nearest(PlanningProblem problem, Shares shares) {
    return of(problem, Units.nearest(problem, shares));
  }

  /** Returns the allocation of the equal servers that is nearest to the mean of all servers. */
  Allocation merged(PlanningProblem equalServers) {
    double[] cache = new double[problem.size()];
    double[] hdfs = new double[problem.size()];
    for (int p = 0; p < problem.pairs(); p++) {
      cache[problem.tenant(p)] += units.share(Resource.CACHE, p) / problem.servers().size();
      hdfs[problem.tenant(p)] += units.share(Resource.HDFS, p) / problem.servers().size();
    }
    return nearest(equalServers, Shares.of(cache, hdfs));
  }

  Units units() {
    return units.copy();
  }

  /** The value that the planner maximises. */
  public double value() {
    return value;
  }

  /** The units of a pair; with one server, of the tenant at that position. */
  public int units(Resource resource, int pair) {
    return units.of(resource, pair);
  }

  /** The shares, which sum to 1 for each resource of each server. */
  public Shares shares() {
    return units.shares();
  }

  /**
   * Returns shares that divide HDFS as fairly as can be, not by whole units, with the same cache:
   * units cannot be divided among three equal tenants, nor as 2 to 1. To change HDFS shares costs
   * nothing, while a cache has to be filled.
   *
   * <p>Where many tenants share a server, all lose most of their isolated throughput. J is then
   * near 1 whatever the shares, and the greatest D leaves some tenants with a fraction of what
   * others keep. So fairer shares are taken if the tenant that keeps least keeps noticeably more by
   * them, and D is not much less ({@link #priceOfFairness}). Servers that are {@link #isAlike
   * alike} stay so; of others, this may be the {@link WaterFilling}, with cache that is divided
   * anew.
   *
   * @param negligible difference of value that does not count
   */
  public Shares refined(double negligible) {
    if (problem.servers().size() > 1 && isAlike()) {
      return merged(problem.withEqualServers()).refined(negligible).repeated(problem);
    }
    Candidate units = new Candidate(shares());
    Candidate own =
        units.or(new Candidate(WaterFilling.withCacheOf(problem, shares())), negligible);
    return problem.servers().size() > 1
        ? own.or(new Candidate(problem.filled()), -1).shares
        : own.shares;
  }

  /** Shares, and what they are worth. */
  private final class Candidate {
    final Shares shares;
    final double value;
    final double leastKept;

    Candidate(Shares shares) {
      PlanningProblem.Losses losses = problem.losses(shares);
      this.shares = shares;
      this.value = problem.value(losses);
      this.leastKept = problem.leastKept(losses);
    }

    /** The other one if it costs no more than is negligible or its fairness is worth. */
    Candidate or(Candidate other, double negligible) {
      double rise = other.leastKept / leastKept - 1;
      double cost = value - other.value;
      return cost <= Math.max(negligible, priceOfFairness(rise)) ? other : this;
    }
  }

  /**
   * The loss of value that is worth a rise of what the tenant keeps that keeps least; negative for
   * a rise that is none.
   *
   * @param rise of the part of its isolated throughput, as a fraction of it before
   */
  public static double priceOfFairness(double rise) {
    return rise < NOTICEABLE ? -1 : Math.min(MAX_PRICE, PRICE * rise);
  }

  /** Whether the servers have the same tenants, and each of them the same units on all. */
  public boolean isAlike() {
    return units.areRepeated();
  }
}
