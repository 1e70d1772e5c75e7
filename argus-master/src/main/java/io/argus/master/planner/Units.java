package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.Arrays;
import java.util.Random;

/**
 * The units of each resource that each tenant has: at least one each, and together all.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class Units {
  final int pieces;
  private final int[] cache;
  private final int[] hdfs;

  private Units(int pieces, int[] cache, int[] hdfs) {
    this.pieces = pieces;
    this.cache = cache;
    this.hdfs = hdfs;
  }

  /** Returns these numbers of units, which must sum to the pieces for each resource. */
  static Units of(int pieces, int[] cache, int[] hdfs) {
    return new Units(pieces, cache.clone(), hdfs.clone());
  }

  /** Equal shares, as far as the units can be divided evenly. */
  static Units equal(int tenants, int pieces) {
    double[] shares = new double[tenants];
    Arrays.fill(shares, 1.0 / tenants);
    return nearest(shares, shares, pieces);
  }

  /**
   * Returns the units nearest to these shares, by largest remainder, but at least one each.
   *
   * @param cacheShares n shares, each 0..1
   * @param hdfsShares n shares, each 0..1
   */
  static Units nearest(double[] cacheShares, double[] hdfsShares, int pieces) {
    return new Units(pieces, round(cacheShares, pieces), round(hdfsShares, pieces));
  }

  private static int[] round(double[] shares, int pieces) {
    int n = shares.length;
    int[] units = new int[n];
    double[] remainders = new double[n];
    double sum = Arrays.stream(shares).sum();
    int left = pieces - n;
    for (int i = 0; i < n; i++) {
      double exact = sum > 0 ? Math.max(0, shares[i] / sum * pieces - 1) : 0;
      remainders[i] = exact;
    }
    double spare = Arrays.stream(remainders).sum();
    for (int i = 0; i < n; i++) {
      double exact = spare > 0 ? remainders[i] / spare * (pieces - n) : 0;
      int whole = (int) Math.floor(exact + 1e-9);
      units[i] = 1 + whole;
      left -= whole;
      remainders[i] = exact - whole;
    }
    for (; left > 0; left--) {
      int next = 0;
      for (int i = 1; i < n; i++) {
        next = remainders[i] > remainders[next] ? i : next;
      }
      units[next]++;
      remainders[next] -= 1;
    }
    return units;
  }

  Units copy() {
    return new Units(pieces, cache.clone(), hdfs.clone());
  }

  int tenants() {
    return cache.length;
  }

  private int[] of(Resource resource) {
    return resource == Resource.CACHE ? cache : hdfs;
  }

  int of(Resource resource, int tenant) {
    return of(resource)[tenant];
  }

  double share(Resource resource, int tenant) {
    return (double) of(resource, tenant) / pieces;
  }

  void apply(Move move) {
    of(move.resource)[move.from]--;
    of(move.resource)[move.to]++;
  }

  /** Returns a copy after that many random legal moves. */
  Units shaken(int moves, Random random) {
    Units shaken = copy();
    for (int i = 0; i < moves; i++) {
      Resource resource = random.nextBoolean() ? Resource.CACHE : Resource.HDFS;
      int from = random.nextInt(tenants());
      int to = random.nextInt(tenants());
      if (from != to && shaken.of(resource, from) > 1) {
        shaken.apply(new Move(resource, from, to));
      }
    }
    return shaken;
  }

  /** Returns a copy in which two random tenants have swapped their units. */
  Units swapped(Random random) {
    Units swapped = copy();
    int one = random.nextInt(tenants());
    int other = random.nextInt(tenants());
    for (int[] owned : new int[][] {swapped.cache, swapped.hdfs}) {
      int kept = owned[one];
      owned[one] = owned[other];
      owned[other] = kept;
    }
    return swapped;
  }

  /**
   * Returns a copy in which a random tenant has a random number of units of a resource, and the
   * others divide the rest in random proportions. So the search reaches a cliff many units away.
   */
  Units withOneGiven(Random random) {
    Units given = copy();
    int tenant = random.nextInt(tenants());
    int[] owned = given.of(random.nextBoolean() ? Resource.CACHE : Resource.HDFS);
    double[] shares = random(tenants(), random);
    shares[tenant] = 0;
    int extra = random.nextInt(pieces - tenants() + 1);
    int[] others = round(shares, pieces - extra);
    System.arraycopy(others, 0, owned, 0, owned.length);
    owned[tenant] += extra;
    return given;
  }

  /** Draws units at random: from uniformly distributed divisions to skewed ones. */
  static Units random(int tenants, int pieces, Random random) {
    return nearest(random(tenants, random), random(tenants, random), pieces);
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
