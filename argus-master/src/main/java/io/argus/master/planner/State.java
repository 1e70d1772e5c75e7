package io.argus.master.planner;

import io.argus.core.plan.Resource;
import io.argus.master.planner.PlanningProblem.Part;

/**
 * A point of the search space with all that is needed to score its neighbours: each pair's
 * throughput loss now, with one unit more and with one unit less of each resource, each tenant's
 * figures, and the sums of the objective.
 *
 * <p>Cost: it is built in time linear in the number of pairs. A local move and a reciprocal swap
 * are scored in O(1), as the three worst servers of each tenant are known: at least one of them
 * does not change. A common move is scored, and a tenant's worst servers are found anew after a
 * move, in time linear in its servers.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class State {
  /** Smaller changes of a throughput loss are rounding. */
  static final double NOISE = 1e-12;

  private static final int NONE = -1;

  /** Servers of a tenant that are known to be its worst. */
  private static final int WORST = 3;

  private final PlanningProblem problem;
  final Units units;
  private final double[] throughputLosses;
  private final double[] withLessCache;
  private final double[] withMoreCache;
  private final double[] withLessHdfs;
  private final double[] withMoreHdfs;

  /** Of each tenant, its worst pairs, the worst first. */
  private final int[] worstPairs;

  /** Whether moves that only hurt are ruled out by what they do to whole tenants. */
  private final boolean onlyFair;

  private final double[] entitlements;
  private final double[] worst;
  private final double[] means;
  private final double[] lacks;
  private final ThroughputLossSums sums;
  private double value;

  State(PlanningProblem problem, Units start) {
    this.problem = problem;
    this.sums = new ThroughputLossSums(problem.objective());
    this.units = start.copy();
    this.onlyFair = problem.servers().size() > 1;
    int pairs = problem.pairs();
    int n = problem.size();
    throughputLosses = new double[pairs];
    withLessCache = new double[pairs];
    withMoreCache = new double[pairs];
    withLessHdfs = new double[pairs];
    withMoreHdfs = new double[pairs];
    worstPairs = new int[WORST * n];
    entitlements = new double[n];
    worst = new double[n];
    means = new double[n];
    lacks = new double[n];
    for (int p = 0; p < pairs; p++) {
      refreshPair(p);
    }
    for (int i = 0; i < n; i++) {
      entitlements[i] = problem.entitlement(i);
      refreshTenant(i);
      sums.add(entitlements[i], worst[i], means[i], lacks[i]);
    }
    value = sums.value();
  }

  private void refreshPair(int p) {
    Part part = problem.part(p);
    double unit = 1.0 / problem.pieces(problem.server(p));
    double cache = units.share(Resource.CACHE, p);
    double hdfs = units.share(Resource.HDFS, p);
    throughputLosses[p] = part.throughputLoss(cache, hdfs);
    withLessCache[p] = part.throughputLoss(cache - unit, hdfs);
    withMoreCache[p] = part.throughputLoss(cache + unit, hdfs);
    withLessHdfs[p] = part.throughputLoss(cache, hdfs - unit);
    withMoreHdfs[p] = part.throughputLoss(cache, hdfs + unit);
  }

  private void refreshTenant(int i) {
    int base = WORST * i;
    for (int k = 0; k < WORST; k++) {
      worstPairs[base + k] = NONE;
    }
    double mean = 0;
    double lack = 0;
    for (int p = problem.firstPair(i); p < problem.firstPair(i + 1); p++) {
      mean += problem.demandShare(p) * throughputLosses[p];
      lack += problem.lack(p, throughputLosses[p]);
      int k = WORST;
      while (k > 0 && isWorse(p, worstPairs[base + k - 1])) {
        if (k < WORST) {
          worstPairs[base + k] = worstPairs[base + k - 1];
        }
        k--;
      }
      if (k < WORST) {
        worstPairs[base + k] = p;
      }
    }
    means[i] = mean;
    lacks[i] = lack;
    worst[i] = worstPairs[base] == NONE ? 0 : throughputLosses[worstPairs[base]];
  }

  private boolean isWorse(int pair, int than) {
    return than == NONE || throughputLosses[pair] > throughputLosses[than];
  }

  /** How a pair's throughput loss changes its tenant's mean. */
  private double change(int p, double after) {
    return problem.demandShare(p) * (after - throughputLosses[p]);
  }

  /** How it changes what the tenant lacks. */
  private double lackChange(int p, double after) {
    return problem.lack(p, after) - problem.lack(p, throughputLosses[p]);
  }

  /** Throughput loss of a tenant if two of its pairs, which may be the same, had these. */
  private double worstWith(int tenant, int one, double ofOne, int other, double ofOther) {
    double changed = Math.max(ofOne, ofOther);
    for (int k = WORST * tenant; k < WORST * (tenant + 1); k++) {
      int pair = worstPairs[k];
      if (pair == NONE) {
        return changed;
      }
      if (pair != one && pair != other) {
        return Math.max(changed, throughputLosses[pair]);
      }
    }
    return changed;
  }

  private double[] withLess(Resource resource) {
    return resource == Resource.CACHE ? withLessCache : withLessHdfs;
  }

  private double[] withMore(Resource resource) {
    return resource == Resource.CACHE ? withMoreCache : withMoreHdfs;
  }

  /** The value that the planner maximises. */
  double value() {
    return value;
  }

  /** The pair of a tenant's bottleneck server; negative if it has no server. */
  int bottleneck(int tenant) {
    return worstPairs[WORST * tenant];
  }

  /**
   * Whether a transfer is allowed, whatever its score: the giver keeps a unit, and it loses nothing
   * or the receiver gains something.
   */
  boolean allows(Resource resource, int from, int to) {
    return isLegal(resource, from, to) && (!costs(resource, from) || helps(resource, to));
  }

  boolean isLegal(Resource resource, int from, int to) {
    return from != to && units.of(resource, from) > 1;
  }

  /** Whether one unit less costs throughput on that server. */
  private boolean costs(Resource resource, int from) {
    return withLess(resource)[from] - throughputLosses[from] > NOISE;
  }

  /** Whether one unit more brings throughput on that server. */
  private boolean helps(Resource resource, int to) {
    return throughputLosses[to] - withMore(resource)[to] > NOISE;
  }

  /** The value after a local move. */
  double valueAfter(Resource resource, int from, int to) {
    double ofFrom = withLess(resource)[from];
    double ofTo = withMore(resource)[to];
    int giver = problem.tenant(from);
    int taker = problem.tenant(to);
    return valueAfter(
        giver,
        worstWith(giver, from, ofFrom, from, ofFrom),
        change(from, ofFrom),
        lackChange(from, ofFrom),
        taker,
        worstWith(taker, to, ofTo, to, ofTo),
        change(to, ofTo),
        lackChange(to, ofTo));
  }

  /** The value after a reciprocal swap; the pairs are as in {@link Move#swap}. */
  double valueAfterSwap(Resource one, int from, int to, Resource other, int fromBack, int toBack) {
    double ofFrom = withLess(one)[from];
    double ofTo = withMore(one)[to];
    double ofFromBack = withLess(other)[fromBack];
    double ofToBack = withMore(other)[toBack];
    int giver = problem.tenant(from);
    int taker = problem.tenant(to);
    return valueAfter(
        giver,
        worstWith(giver, from, ofFrom, toBack, ofToBack),
        change(from, ofFrom) + change(toBack, ofToBack),
        lackChange(from, ofFrom) + lackChange(toBack, ofToBack),
        taker,
        worstWith(taker, to, ofTo, fromBack, ofFromBack),
        change(to, ofTo) + change(fromBack, ofFromBack),
        lackChange(to, ofTo) + lackChange(fromBack, ofFromBack));
  }

  /** The value after a common move of the first so many transfers. */
  double valueAfterCommon(Resource resource, int[] from, int[] to, int count) {
    int giver = problem.tenant(from[0]);
    int taker = problem.tenant(to[0]);
    double giverChange = 0;
    double giverLackChange = 0;
    double takerChange = 0;
    double takerLackChange = 0;
    for (int k = 0; k < count; k++) {
      giverChange += change(from[k], withLess(resource)[from[k]]);
      giverLackChange += lackChange(from[k], withLess(resource)[from[k]]);
      takerChange += change(to[k], withMore(resource)[to[k]]);
      takerLackChange += lackChange(to[k], withMore(resource)[to[k]]);
    }
    return valueAfter(
        giver,
        worstAfter(giver, from, count, withLess(resource)),
        giverChange,
        giverLackChange,
        taker,
        worstAfter(taker, to, count, withMore(resource)),
        takerChange,
        takerLackChange);
  }

  private double worstAfter(int tenant, int[] changed, int count, double[] after) {
    double most = 0;
    int k = 0;
    for (int p = problem.firstPair(tenant); p < problem.firstPair(tenant + 1); p++) {
      if (k < count && changed[k] == p) {
        most = Math.max(most, after[p]);
        k++;
      } else {
        most = Math.max(most, throughputLosses[p]);
      }
    }
    return most;
  }

  private double valueAfter(
      int giver,
      double giverWorst,
      double giverChange,
      double giverLackChange,
      int taker,
      double takerWorst,
      double takerChange,
      double takerLackChange) {
    boolean giverCounts = entitlements[giver] > 0;
    boolean takerCounts = entitlements[taker] > 0;
    double giverLoses = giverCounts ? giverWorst - worst[giver] : giverLackChange;
    double takerLoses = takerCounts ? takerWorst - worst[taker] : takerLackChange;
    if (onlyFair && (hurts(giverLoses, takerLoses) || hurts(takerLoses, giverLoses))) {
      return Double.NEGATIVE_INFINITY;
    }
    return sums.valueAfter(
        entitlements[giver],
        worst[giver],
        giverWorst,
        entitlements[taker],
        worst[taker],
        takerWorst,
        (giverCounts ? giverChange : 0) + (takerCounts ? takerChange : 0),
        giverLackChange + takerLackChange);
  }

  /** Whether one of two tenants loses and the other gains nothing. */
  private static boolean hurts(double loses, double otherLoses) {
    return loses > NOISE && otherLoses > -NOISE;
  }

  void apply(Move move) {
    units.apply(move);
    for (int k = 0; k < move.size(); k++) {
      refreshPair(move.from(k));
      refreshPair(move.to(k));
    }
    replace(problem.tenant(move.from(0)));
    replace(problem.tenant(move.to(0)));
    value = sums.value();
  }

  private void replace(int tenant) {
    double worstBefore = worst[tenant];
    double meanBefore = means[tenant];
    double lackBefore = lacks[tenant];
    refreshTenant(tenant);
    sums.replace(
        entitlements[tenant],
        worstBefore,
        worst[tenant],
        means[tenant] - meanBefore,
        lacks[tenant] - lackBefore);
  }
}
