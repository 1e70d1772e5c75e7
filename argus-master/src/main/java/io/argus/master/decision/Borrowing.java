package io.argus.master.decision;

import io.argus.core.plan.Resource;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * The relation between guaranteed shares, which a plan holds, and effective shares, which tenants
 * have because region servers are work-conserving: what one tenant does not use, others borrow in
 * proportion to their guaranteed shares.
 *
 * <p>So a tenant that needs little keeps an equal guaranteed share at no cost to the others. It can
 * speed up at once, and is safe where the model is wrong about it. Predictions are made of
 * effective shares.
 *
 * <p>A tenant that another server holds up uses no more HDFS on a server than that lets it. What it
 * can use depends on what others leave it elsewhere, and so on: up to {@value #ROUNDS} rounds come
 * close to the fixed point. It fills its cache in any case.
 *
 * <p>Cost: linear in the number of tenants on servers, for each of them some evaluations of its
 * performance function.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Borrowing {
  /** Fraction of the throughput with all of a resource at which a tenant has what it needs. */
  private static final double SATISFIED = 0.995;

  private static final int BISECTIONS = 12;
  private static final double NOTHING = 1e-9;
  private static final int ROUNDS = 16;

  /** Tenants on servers, in all rounds together, from which on there are fewer rounds. */
  private static final int MOST_PAIRS = 2_000_000;

  private static final int LEAST_ROUNDS = 4;

  /** Relative change of a throughput at which the rounds end. */
  private static final double CLOSE = 0.002;

  /** A server that allows a tenant up to so many times its throughput holds it up, too. */
  private static final double TIED = 1.02;

  /** Rounds of borrowing on a server, each of which satisfies a tenant. */
  private static final int MOST_SATISFIED = 64;

  private final List<TenantModel> models;
  private final PlanningProblem problem;
  private final double[] cacheNeeds;

  /**
   * @param problem of these models
   */
  Borrowing(List<TenantModel> models, PlanningProblem problem) {
    this.models = models;
    this.problem = problem;
    this.cacheNeeds = cacheNeeds();
  }

  /** Returns the effective shares that these guaranteed ones lead to. */
  Shares effective(Shares guaranteed) {
    double[] cache = guaranteed.of(Resource.CACHE);
    borrow(cache, cacheNeeds);
    double[] given = guaranteed.of(Resource.HDFS);
    double[] hdfs = given.clone();
    double[] needs = hdfsNeeds(cache);
    borrow(hdfs, needs);
    double[] most = elsewhere(cache, potential(given, hdfs, needs));
    boolean changes = problem.servers().size() > 1;
    for (int round = 0; round < rounds() && changes; round++) {
      hdfs = given.clone();
      borrow(hdfs, needsAtMost(cache, needs, most));
      changes = approach(most, elsewhere(cache, potential(given, hdfs, needs)));
    }
    return Shares.of(atMostOne(cache), atMostOne(hdfs));
  }

  /** Returns guaranteed shares that lead to these effective ones, or to more. */
  Shares guaranteed(Shares effective) {
    double[] cache = effective.of(Resource.CACHE);
    double[] hdfs = effective.of(Resource.HDFS);
    double[] needs = hdfsNeeds(cache);
    if (problem.servers().size() > 1) {
      needs = needsAtMost(cache, needs, unlessHeldUp(cache, hdfs));
    }
    guarantee(hdfs, needs);
    guarantee(cache, cacheNeeds);
    return Shares.of(atMostOne(cache), atMostOne(hdfs));
  }

  private int rounds() {
    return Math.max(LEAST_ROUNDS, Math.min(ROUNDS, MOST_PAIRS / Math.max(1, problem.pairs())));
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

  /** The pairs of a server. */
  private int[] on(int server) {
    return problem.pairsOn(server);
  }

  /**
   * On each server gives what nobody needs to the tenants in need, in proportion to their
   * guaranteed shares. What is left when everybody has enough stays with its owners.
   *
   * @param shares guaranteed ones, which become effective ones
   */
  private void borrow(double[] shares, double[] needs) {
    double[] guaranteed = shares.clone();
    for (int s = 0; s < problem.servers().size(); s++) {
      borrow(on(s), guaranteed, shares, needs);
    }
  }

  private static void borrow(int[] pairs, double[] guaranteed, double[] shares, double[] needs) {
    double free = 0;
    for (int p : pairs) {
      shares[p] = Math.min(guaranteed[p], needs[p]);
      free += guaranteed[p] - shares[p];
    }
    int rounds = Math.min(pairs.length, MOST_SATISFIED);
    for (int round = 0; round < rounds && free > NOTHING; round++) {
      double inNeed = 0;
      for (int p : pairs) {
        inNeed += shares[p] < needs[p] ? guaranteed[p] : 0;
      }
      double borrowed = 0;
      for (int p : pairs) {
        if (inNeed > 0 && shares[p] < needs[p]) {
          double part = Math.min(free * guaranteed[p] / inNeed, needs[p] - shares[p]);
          shares[p] += part;
          borrowed += part;
        }
      }
      free -= borrowed;
    }
    for (int p : pairs) {
      if (free > NOTHING) {
        shares[p] = Math.max(shares[p], guaranteed[p]);
      }
    }
  }

  /**
   * The shares that each tenant could have if it asked for more: what is in proportion to the
   * tenant that borrows most, or all that is free.
   */
  private double[] potential(double[] guaranteed, double[] effective, double[] needs) {
    double[] potential = effective.clone();
    for (int s = 0; s < problem.servers().size(); s++) {
      double used = 0;
      double level = 0;
      for (int p : on(s)) {
        used += Math.min(effective[p], needs[p]);
        level = guaranteed[p] > 0 ? Math.max(level, effective[p] / guaranteed[p]) : level;
      }
      double free = Math.max(0, 1 - used);
      for (int p : on(s)) {
        double more = Math.max(effective[p] + free, level * guaranteed[p]);
        potential[p] = Math.min(1, free > NOTHING ? more : level * guaranteed[p]);
      }
    }
    return potential;
  }

  /** For each pair the throughput that the tenant's other servers allow it. */
  private double[] elsewhere(double[] cache, double[] hdfs) {
    double[] allowed = new double[problem.pairs()];
    Shares shares = Shares.of(cache, hdfs);
    for (int i = 0; i < models.size(); i++) {
      TenantModel model = models.get(i);
      int from = problem.firstPair(i);
      double least = Double.POSITIVE_INFINITY;
      double second = Double.POSITIVE_INFINITY;
      for (int k = 0; k < model.parts().size(); k++) {
        allowed[from + k] = model.predictedBy(k, shares, from + k);
        second = Math.min(second, Math.max(least, allowed[from + k]));
        least = Math.min(least, allowed[from + k]);
      }
      for (int k = 0; k < model.parts().size(); k++) {
        allowed[from + k] = allowed[from + k] <= least ? second : least;
      }
    }
    return allowed;
  }

  /**
   * For each pair the throughput that the tenant's other servers allow it; infinite where this
   * server holds it up, alone or as much as others. There it would use more if it had more.
   */
  private double[] unlessHeldUp(double[] cache, double[] hdfs) {
    double[] allowed = new double[problem.pairs()];
    Shares shares = Shares.of(cache, hdfs);
    for (int i = 0; i < models.size(); i++) {
      TenantModel model = models.get(i);
      int from = problem.firstPair(i);
      double least = model.predicted(shares, from);
      for (int k = 0; k < model.parts().size(); k++) {
        boolean heldUp = model.predictedBy(k, shares, from + k) <= least * TIED;
        allowed[from + k] = heldUp ? Double.POSITIVE_INFINITY : least;
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
    for (int s = 0; s < problem.servers().size(); s++) {
      int[] pairs = on(s);
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
      TenantModel model = models.get(problem.tenant(p));
      int k = p - problem.firstPair(problem.tenant(p));
      PartModel part = model.parts().get(k);
      double little = 0.25 / Math.max(1, problem.tenantsOn(problem.server(p)));
      needs[p] =
          part.cacheFill() >= 1
              ? 1
              : Math.max(part.cacheFill(), least(share -> model.local(k, share, little)));
    }
    return needs;
  }

  /** Returns the HDFS shares above which more brings nothing, at these cache shares. */
  private double[] hdfsNeeds(double[] cache) {
    double[] needs = new double[problem.pairs()];
    for (int p = 0; p < needs.length; p++) {
      TenantModel model = models.get(problem.tenant(p));
      int k = p - problem.firstPair(problem.tenant(p));
      double cacheShare = Math.min(1, cache[p]);
      needs[p] = least(share -> model.local(k, cacheShare, share));
    }
    return needs;
  }

  /** Returns the HDFS shares that suffice for a throughput of the tenant, if that is less. */
  private double[] needsAtMost(double[] cache, double[] needs, double[] throughputs) {
    double[] capped = needs.clone();
    for (int p = 0; p < needs.length; p++) {
      TenantModel model = models.get(problem.tenant(p));
      int k = p - problem.firstPair(problem.tenant(p));
      double cacheShare = Math.min(1, cache[p]);
      double local = throughputs[p] * model.parts().get(k).demandShare();
      if (model.parts().size() > 1 && local < model.local(k, cacheShare, needs[p])) {
        capped[p] = least(share -> model.local(k, cacheShare, share), local, needs[p]);
      }
    }
    return capped;
  }

  /** Returns the least share with which the throughput is as good as with all. */
  private static double least(DoubleUnaryOperator throughput) {
    return bisect(throughput, SATISFIED * throughput.applyAsDouble(1), 1);
  }

  /**
   * Returns the least share with which a throughput is reached.
   *
   * @param most a share with which it is reached
   */
  private static double least(DoubleUnaryOperator throughput, double wanted, double most) {
    double guess = most * wanted / Math.max(wanted, throughput.applyAsDouble(most));
    double there = throughput.applyAsDouble(guess);
    boolean close = there >= SATISFIED * wanted && there * SATISFIED <= wanted;
    return close ? guess : bisect(throughput, SATISFIED * wanted, most);
  }

  private static double bisect(DoubleUnaryOperator throughput, double enough, double most) {
    double low = 0;
    double high = most;
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (throughput.applyAsDouble(middle) >= enough) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}
