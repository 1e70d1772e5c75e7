package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.Arrays;
import java.util.Random;

/**
 * The units of each resource of each server that its tenants have: at least one each, and together
 * all. Tenants on servers are given by their pairs.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class Units {
  private final PlanningProblem problem;
  private final int[] cache;
  private final int[] hdfs;

  private Units(PlanningProblem problem, int[] cache, int[] hdfs) {
    this.problem = problem;
    this.cache = cache;
    this.hdfs = hdfs;
  }

  /** Equal shares, as far as the units can be divided evenly. */
  static Units equal(PlanningProblem problem) {
    double[] shares = new double[problem.pairs()];
    Arrays.fill(shares, 1);
    return nearest(problem, Shares.of(shares, shares));
  }

  /** Returns the units nearest to these shares, by largest remainder, but at least one each. */
  static Units nearest(PlanningProblem problem, Shares shares) {
    Units units = new Units(problem, new int[problem.pairs()], new int[problem.pairs()]);
    for (int s = 0; s < problem.servers().size(); s++) {
      for (Resource resource : PlanningProblem.RESOURCES) {
        int[] pairs = problem.on(s);
        double[] there = new double[pairs.length];
        for (int k = 0; k < pairs.length; k++) {
          there[k] = resource == Resource.CACHE ? shares.cache(pairs[k]) : shares.hdfs(pairs[k]);
        }
        units.set(resource, s, round(there, problem.pieces(s)));
      }
    }
    return units;
  }

  /** Gives each tenant on all servers the units of one that has the same tenants. */
  static Units repeated(PlanningProblem problem, Units one) {
    Units units = new Units(problem, new int[problem.pairs()], new int[problem.pairs()]);
    for (int p = 0; p < units.cache.length; p++) {
      units.cache[p] = one.cache[problem.tenant(p)];
      units.hdfs[p] = one.hdfs[problem.tenant(p)];
    }
    return units;
  }

  private void set(Resource resource, int server, int[] there) {
    int[] pairs = problem.on(server);
    for (int k = 0; k < pairs.length; k++) {
      of(resource)[pairs[k]] = there[k];
    }
  }

  private static int[] round(double[] shares, int pieces) {
    int n = shares.length;
    int[] units = new int[n];
    double[] remainders = new double[n];
    double sum = sum(shares);
    int left = pieces - n;
    for (int i = 0; i < n; i++) {
      double exact = sum > 0 ? Math.max(0, shares[i] / sum * pieces - 1) : 0;
      remainders[i] = exact;
    }
    double spare = sum(remainders);
    for (int i = 0; i < n; i++) {
      double exact = spare > 0 ? remainders[i] / spare * (pieces - n) : 0;
      int whole = (int) Math.floor(exact + 1e-9);
      units[i] = 1 + whole;
      left -= whole;
      remainders[i] = Math.max(0, exact - whole);
    }
    if (left > 0) {
      long[] order = new long[n];
      for (int i = 0; i < n; i++) {
        // Remainders are not negative: their bits are in their order. Of equal ones, the first
        // counts.
        order[i] = ((long) Float.floatToIntBits((float) remainders[i]) << 32) | (n - 1 - i);
      }
      Arrays.sort(order);
      for (int k = 0; k < left; k++) {
        units[n - 1 - (int) order[n - 1 - k % n]]++;
      }
    }
    return units;
  }

  private static double sum(double[] figures) {
    double sum = 0;
    for (double figure : figures) {
      sum += figure;
    }
    return sum;
  }

  Units copy() {
    return new Units(problem, cache.clone(), hdfs.clone());
  }

  int pairs() {
    return cache.length;
  }

  private int[] of(Resource resource) {
    return resource == Resource.CACHE ? cache : hdfs;
  }

  int of(Resource resource, int pair) {
    return of(resource)[pair];
  }

  double share(Resource resource, int pair) {
    return (double) of(resource, pair) / problem.pieces(problem.server(pair));
  }

  Shares shares() {
    double[] c = new double[cache.length];
    double[] h = new double[cache.length];
    for (int p = 0; p < c.length; p++) {
      double pieces = problem.pieces(problem.server(p));
      c[p] = cache[p] / pieces;
      h[p] = hdfs[p] / pieces;
    }
    return Shares.of(c, h);
  }

  /** Whether each tenant has the same units on all servers, all servers having all tenants. */
  boolean areRepeated() {
    if (!problem.isUniform()) {
      return false;
    }
    for (int p = 0; p < cache.length; p++) {
      int one = problem.firstPair(problem.tenant(p));
      if (cache[p] != cache[one] || hdfs[p] != hdfs[one]) {
        return false;
      }
    }
    return true;
  }

  void apply(Move move) {
    for (int k = 0; k < move.size(); k++) {
      move(move.resource(k), move.from(k), move.to(k), 1);
    }
  }

  /** Moves units from one pair to another one of the same server. */
  void move(Resource resource, int from, int to, int count) {
    of(resource)[from] -= count;
    of(resource)[to] += count;
  }

  /** The number of units that a pair makes no use of. */
  int spare(Resource resource, int pair) {
    int spare = 0;
    while (spare < of(resource, pair) - 1
        && lost(resource, pair, -spare - 1) - lost(resource, pair, -spare) <= State.NOISE) {
      spare++;
    }
    return spare;
  }

  /** Of so many units, how many a pair takes at once: all if the last of them helps, 1, or none. */
  int wanted(Resource resource, int pair, int most) {
    return helps(resource, pair, most) ? most : helps(resource, pair, 1) ? 1 : 0;
  }

  private boolean helps(Resource resource, int pair, int more) {
    return lost(resource, pair, more - 1) - lost(resource, pair, more) > State.NOISE;
  }

  /** The throughput loss of a pair with so many units more of a resource. */
  private double lost(Resource resource, int pair, int more) {
    double unit = 1.0 / problem.pieces(problem.server(pair));
    double cacheShare = share(Resource.CACHE, pair);
    double hdfsShare = share(Resource.HDFS, pair);
    return resource == Resource.CACHE
        ? problem.part(pair).throughputLoss(cacheShare + more * unit, hdfsShare)
        : problem.part(pair).throughputLoss(cacheShare, hdfsShare + more * unit);
  }

  private static int draw(int count, Random random) {
    return count == 1 ? 0 : random.nextInt(count);
  }

  /** Returns a copy after that many random legal moves. */
  Units shaken(int moves, Random random) {
    Units shaken = copy();
    for (int i = 0; i < moves; i++) {
      int[] pairs = problem.on(draw(problem.servers().size(), random));
      int[] owned = shaken.of(random.nextBoolean() ? Resource.CACHE : Resource.HDFS);
      int from = pairs[random.nextInt(pairs.length)];
      int to = pairs[random.nextInt(pairs.length)];
      if (from != to && owned[from] > 1) {
        owned[from]--;
        owned[to]++;
      }
    }
    return shaken;
  }

  /** Returns a copy in which two random tenants of a server have swapped their units there. */
  Units swapped(Random random) {
    Units swapped = copy();
    int[] pairs = problem.on(draw(problem.servers().size(), random));
    int one = pairs[random.nextInt(pairs.length)];
    int other = pairs[random.nextInt(pairs.length)];
    for (int[] owned : new int[][] {swapped.cache, swapped.hdfs}) {
      int kept = owned[one];
      owned[one] = owned[other];
      owned[other] = kept;
    }
    return swapped;
  }

  /**
   * Returns a copy in which a random tenant has a random number of units of a resource of a server,
   * and the others there divide the rest in random proportions. So the search reaches a cliff many
   * units away.
   */
  Units withOneGiven(Random random) {
    Units given = copy();
    int server = draw(problem.servers().size(), random);
    int n = problem.tenantsOn(server);
    int tenant = random.nextInt(n);
    Resource resource = random.nextBoolean() ? Resource.CACHE : Resource.HDFS;
    double[] shares = random(n, random);
    shares[tenant] = 0;
    int extra = random.nextInt(problem.pieces(server) - n + 1);
    int[] owned = round(shares, problem.pieces(server) - extra);
    owned[tenant] += extra;
    given.set(resource, server, owned);
    return given;
  }

  /** Draws units at random: from uniformly distributed divisions to skewed ones. */
  static Units random(PlanningProblem problem, Random random) {
    Units units = new Units(problem, new int[problem.pairs()], new int[problem.pairs()]);
    for (int s = 0; s < problem.servers().size(); s++) {
      for (Resource resource : PlanningProblem.RESOURCES) {
        int n = problem.tenantsOn(s);
        units.set(resource, s, round(random(n, random), problem.pieces(s)));
      }
    }
    return units;
  }

  private static double[] random(int tenants, Random random) {
    double skew = 1 + 3 * random.nextDouble();
    double[] shares = new double[tenants];
    for (int i = 0; i < tenants; i++) {
      shares[i] = Math.pow(-Math.log(1 - random.nextDouble()), skew);
    }
    return shares;
  }
}
