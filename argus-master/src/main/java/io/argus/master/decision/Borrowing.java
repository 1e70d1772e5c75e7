package io.argus.master.decision;

import io.argus.core.performance.HdfsFunction;
import io.argus.core.performance.PerformanceFunction;
import io.argus.core.plan.Resource;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.Arrays;
import java.util.List;

/**
 * The relation between guaranteed shares, which a plan holds, and effective shares, which tenants
 * have because region servers are work-conserving: what one tenant does not use, others borrow in
 * proportion to their guaranteed shares.
 *
 * <p>So a tenant that needs little keeps an equal guaranteed share at no cost to the others. It can
 * speed up at once, and is safe where the model is wrong about it. Predictions are made of
 * effective shares.
 *
 * <p>A tenant with another bottleneck server uses no more HDFS on a server than that lets it. What
 * it can use depends on what others leave it elsewhere, and so on: up to {@value #ROUNDS} rounds
 * come close to the fixed point. It fills its cache in any case.
 *
 * <p>Cost: linear in the number of tenants on servers, for each of them some evaluations of its
 * performance function.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Borrowing {
  /** Fraction of the throughput with all of a resource at which a tenant has what it needs. */
  private static final double SATISFIED = 0.995;

  /** The same of HDFS, whose least share is found up to 0.2 % of the throughput. */
  private static final double SATISFIED_BY_HDFS = 0.998;

  private static final int BISECTIONS = 12;
  private static final double NOTHING = 1e-9;
  private static final int ROUNDS = 16;

  /** Tenants on servers, in all rounds together, from which on there are fewer rounds. */
  private static final int MAX_PAIRS = 2_000_000;

  private static final int MIN_ROUNDS = 4;

  /** Relative change of a throughput at which the rounds end. */
  private static final double CLOSE = 0.002;

  /** Rounds of borrowing on a server, each of which satisfies a tenant. */
  private static final int MAX_SATISFIED = 64;

  private final PlanningProblem problem;

  // By tenant.
  private final double[] isolatedThroughputs;

  // By pair.
  private final PartModel[] parts;
  private final double[] demandShares;

  /** In local throughput. */
  private final PerformanceFunction[] functions;

  private final double[] cacheNeeds;

  /** The pairs of each server. */
  private final int[][] onServer;

  /**
   * @param problem of these models
   */
  Borrowing(List<TenantModel> models, PlanningProblem problem) {
    this.problem = problem;
    isolatedThroughputs = models.stream().mapToDouble(TenantModel::isolatedThroughput).toArray();
    parts = new PartModel[problem.pairs()];
    demandShares = new double[parts.length];
    functions = new PerformanceFunction[parts.length];
    for (int p = 0; p < parts.length; p++) {
      TenantModel model = models.get(problem.tenant(p));
      int part = p - problem.firstPair(problem.tenant(p));
      parts[p] = model.parts().get(part);
      demandShares[p] = parts[p].demandShare();
      functions[p] = model.local(part);
    }
    onServer = new int[problem.servers().size()][];
    Arrays.setAll(onServer, problem::pairsOn);
    cacheNeeds = cacheNeeds();
  }

  /** Returns the effective shares that these guaranteed ones lead to. */
  Shares effective(Shares guaranteed) {
    double[] cache = guaranteed.of(Resource.CACHE);
    borrow(cache, cacheNeeds);
    double[] given = guaranteed.of(Resource.HDFS);
    double[] hdfs = given.clone();
    HdfsFunction[] there = at(cache);
    double[] needs = hdfsNeeds(there);
    borrow(hdfs, needs);
    double[] most = elsewhere(there, potential(given, hdfs, needs));
    boolean changes = problem.servers().size() > 1;
    for (int round = 0; round < rounds() && changes; round++) {
      hdfs = given.clone();
      borrow(hdfs, needsAtMost(there, needs, most));
      changes = approach(most, elsewhere(there, potential(given, hdfs, needs)));
    }
    return Shares.of(atMostOne(cache), atMostOne(hdfs));
  }

  /** Returns guaranteed shares that lead to these effective ones, or to more. */
  Shares guaranteed(Shares effective) {
    double[] cache = effective.of(Resource.CACHE);
    double[] hdfs = effective.of(Resource.HDFS);
    guarantee(hdfs, hdfsNeeds(at(cache)));
    guarantee(cache, cacheNeeds);
    return Shares.of(atMostOne(cache), atMostOne(hdfs));
  }

  private int rounds() {
    return Math.max(MIN_ROUNDS, Math.min(ROUNDS, MAX_PAIRS / Math.max(1, problem.pairs())));
  }

  /**
   * Moves throughputs half of the way to others, as those that follow from what is too little are
   * too much; returns whether one changes noticeably.
   */
  private static boolean approach(double[] throughputs, double[] others) {
    boolean changes = false;
    for (int p = 0; p < throughputs.length; p++) {
      double before = throughputs[p];
      boolean finite = !Double.isInfinite(before) && !Double.isInfinite(others[p]);
      throughputs[p] = finite ? (before + others[p]) / 2 : others[p];
      changes |= finite && Math.abs(throughputs[p] - before) > CLOSE * before;
    }
    return changes;
  }

  private static double[] atMostOne(double[] shares) {
    for (int p = 0; p < shares.length; p++) {
      shares[p] = Math.min(1, shares[p]);
    }
    return shares;
  }

  /**
   * On each server gives what nobody needs to the tenants in need, in proportion to their
   * guaranteed shares. What is left when everybody has enough stays with its owners.
   *
   * @param shares guaranteed ones, which become effective ones
   */
  private void borrow(double[] shares, double[] needs) {
    for (int[] pairs : onServer) {
      double[] there = effective(of(pairs, shares), of(pairs, needs));
      for (int k = 0; k < pairs.length; k++) {
        shares[pairs[k]] = there[k];
      }
    }
  }

  private static double[] of(int[] pairs, double[] figures) {
    double[] there = new double[pairs.length];
    for (int k = 0; k < pairs.length; k++) {
      there[k] = figures[pairs[k]];
    }
    return there;
  }

  /** The effective shares of the tenants of one server. */
  private static double[] effective(double[] guaranteed, double[] needs) {
    int n = needs.length;
    double[] shares = new double[n];
    double free = 0;
    for (int k = 0; k < n; k++) {
      shares[k] = Math.min(guaranteed[k], needs[k]);
      free += guaranteed[k] - shares[k];
    }
    double borrowed = free;
    int rounds = Math.min(n, MAX_SATISFIED);
    for (int round = 0; round < rounds && free > NOTHING && borrowed > 0; round++) {
      double inNeed = 0;
      for (int k = 0; k < n; k++) {
        inNeed += shares[k] < needs[k] ? guaranteed[k] : 0;
      }
      borrowed = 0;
      for (int k = 0; k < n; k++) {
        if (inNeed > 0 && shares[k] < needs[k]) {
          double part = Math.min(free * guaranteed[k] / inNeed, needs[k] - shares[k]);
          shares[k] += part;
          borrowed += part;
        }
      }
      free -= borrowed;
    }
    for (int k = 0; k < n; k++) {
      if (free > NOTHING) {
        shares[k] = Math.max(shares[k], guaranteed[k]);
      }
    }
    return shares;
  }

  /**
   * The shares that each tenant could have if it asked for more: what is in proportion to the
   * tenant that borrows most, or all that is free.
   */
  private double[] potential(double[] guaranteed, double[] effective, double[] needs) {
    double[] potential = effective.clone();
    for (int[] pairs : onServer) {
      double used = 0;
      double level = 0;
      for (int p : pairs) {
        used += Math.min(effective[p], needs[p]);
        level = guaranteed[p] > 0 ? Math.max(level, effective[p] / guaranteed[p]) : level;
      }
      double free = Math.max(0, 1 - used);
      for (int p : pairs) {
        double more = Math.max(effective[p] + free, level * guaranteed[p]);
        potential[p] = Math.min(1, free > NOTHING ? more : level * guaranteed[p]);
      }
    }
    return potential;
  }

  /** For each pair the throughput that the tenant's other servers allow it. */
  private double[] elsewhere(HdfsFunction[] there, double[] hdfs) {
    double[] allowed = new double[problem.pairs()];
    for (int i = 0; i < isolatedThroughputs.length; i++) {
      int from = problem.firstPair(i);
      int end = problem.firstPair(i + 1);
      double least = Double.POSITIVE_INFINITY;
      double second = Double.POSITIVE_INFINITY;
      for (int p = from; p < end; p++) {
        allowed[p] =
            demandShares[p] > 0
                ? there[p].throughput(hdfs[p]) / demandShares[p]
                : isolatedThroughputs[i];
        second = Math.min(second, Math.max(least, allowed[p]));
        least = Math.min(least, allowed[p]);
      }
      for (int p = from; p < end; p++) {
        allowed[p] = allowed[p] <= least ? second : least;
      }
    }
    return allowed;
  }

  /**
   * On each server guarantees an equal share to each tenant that needs no more than that. The
   * others divide the rest in proportion to their effective shares: by borrowing they get back what
   * the first leave unused.
   *
   * @param shares effective ones, which become guaranteed ones
   */
  private void guarantee(double[] shares, double[] needs) {
    for (int[] pairs : onServer) {
      double equal = 1.0 / pairs.length;
      double left = 1;
      double demanded = 0;
      for (int p : pairs) {
        if (needs[p] <= equal) {
          left -= equal;
        } else {
          demanded += shares[p];
        }
      }
      for (int p : pairs) {
        shares[p] = needs[p] <= equal ? equal : shares[p] / demanded * left;
      }
    }
  }

  /**
   * Returns the cache shares that the tenants fill, whether that helps them or not: a block within
   * its tenant's reservation stays, so that others borrow only what is left free. A tenant that
   * leaves some free may still be filling it. So it also needs what would help it at a quarter of
   * an equal HDFS share; at a larger one, HDFS could make up for missing cache.
   */
  private double[] cacheNeeds() {
    double[] needs = new double[problem.pairs()];
    for (int p = 0; p < needs.length; p++) {
      PartModel part = parts[p];
      double little = 0.25 / Math.max(1, problem.tenantsOn(problem.server(p)));
      needs[p] =
          part.cacheFill() >= 1
              ? 1
              : Math.max(part.cacheFill(), leastCacheShare(functions[p], little));
    }
    return needs;
  }

  /** Returns the least cache share with which the throughput is as good as with all. */
  private static double leastCacheShare(PerformanceFunction function, double hdfsShare) {
    double enough = SATISFIED * function.throughput(1, hdfsShare);
    if (enough <= 0) {
      return 0;
    }
    double low = 0;
    double high = 1;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (function.throughput(middle, hdfsShare) >= enough) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  /** Returns what each pair does at these cache shares, by its HDFS share. */
  private HdfsFunction[] at(double[] cache) {
    HdfsFunction[] there = new HdfsFunction[problem.pairs()];
    for (int p = 0; p < there.length; p++) {
      there[p] = functions[p].at(Math.min(1, cache[p]));
    }
    return there;
  }

  /** Returns the HDFS shares above which more brings nothing. */
  private double[] hdfsNeeds(HdfsFunction[] there) {
    double[] needs = new double[problem.pairs()];
    for (int p = 0; p < needs.length; p++) {
      double enough = SATISFIED_BY_HDFS * there[p].throughput(1);
      needs[p] = Math.min(1, there[p].shareFor(enough, 0));
    }
    return needs;
  }

  /** Returns the HDFS shares that suffice for a throughput of the tenant, if that is less. */
  private double[] needsAtMost(HdfsFunction[] there, double[] needs, double[] throughputs) {
    double[] capped = needs.clone();
    for (int p = 0; p < needs.length; p++) {
      if (!Double.isInfinite(throughputs[p])) { // it is on other servers, too
        double local = throughputs[p] * demandShares[p];
        capped[p] = Math.min(needs[p], there[p].shareFor(local, needs[p]));
      }
    }
    return capped;
  }
}
