package io.argus.master.capacity;

import io.argus.master.model.PartModel;

/**
 * What an operation of a tenant takes of one server's HDFS throughput, as a function of the cache
 * that its data there have; and what everything else allows.
 *
 * <p>Idea: the planner's function of a tenant on a server is the smaller of two limits, h / cost(x)
 * and a ceiling, with h the HDFS share and x the cache share. On another number of servers each
 * server has another part d' of the tenant's data and operations. The same share of its cache then
 * holds d / d' times as large a part of the working set: x = c d / d'. The cost of an operation at
 * the same x stays, and so does the ceiling, which is the server's.
 *
 * <p>Beyond x = 1 nothing was measured. Let s(x) be the share that cached blocks save. It goes on
 * as s(1) + D1 (x^t - 1) / (1 - 2^-t), the power law through the savings of the last two doublings,
 * D0 from a quarter to a half and D1 from there to all, with 2^t = D1 / D0, t at most 1. That is
 * exact for uniform access (t = 1) and close for zipfian access; where the working set fits (D1 =
 * 0) more cache saves nothing.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class OperationCost {
  /** How savings go on beyond what was measured. */
  enum Beyond {
    /** As the curve bends. */
    TREND(1),
    /** Half as much as that. */
    LESS(0.5),
    /** Half as much again. */
    MORE(1.5);

    final double part;

    Beyond(double part) {
      this.part = part;
    }
  }

  /** Points of the curve, which are finer at small shares. */
  private static final int STEPS = 64;

  private static final int LADDER = 14;
  private static final double UNBOUND = 1e9;
  private static final double BOUND = 0.98;
  private static final double STRAIGHT = 1e-6;

  private final double[] costs = new double[STEPS + 1];

  /** Local operations per second that everything except HDFS allows. */
  final double ceiling;

  private OperationCost(PartModel part, double ceiling) {
    this.ceiling = ceiling;
    for (int k = 0; k <= STEPS; k++) {
      double x = (double) k / STEPS;
      costs[k] = cost(part, x * x);
    }
  }

  static OperationCost of(PartModel part) {
    return new OperationCost(part, part.unlimited(1, UNBOUND));
  }

  /** The cost of the same operations with another ceiling. */
  OperationCost below(double otherCeiling) {
    return new OperationCost(costs, otherCeiling);
  }

  private OperationCost(double[] costs, double ceiling) {
    System.arraycopy(costs, 0, this.costs, 0, costs.length);
    this.ceiling = ceiling;
  }

  /** Share of HDFS per local operation per second: where HDFS is the limit, h / f(x, h). */
  private static double cost(PartModel part, double cacheShare) {
    double most = part.unlimited(cacheShare, UNBOUND);
    double share = 1;
    for (int k = 0; k < LADDER; k++) {
      double reached = part.unlimited(cacheShare, share);
      if (reached > 0 && reached <= BOUND * most) {
        return share / reached;
      }
      share /= 2;
    }
    double all = part.unlimited(cacheShare, 1);
    boolean isLimit = all > 0 && part.unlimited(cacheShare, 0.5) <= BOUND * all;
    return isLimit ? 1 / all : 0;
  }

  /**
   * @param x cache share, in that of the server that the tenant was seen on; may be above 1
   */
  double at(double x, Beyond beyond) {
    if (x <= 1) {
      return within(x);
    }
    double last = within(0.5) - within(1);
    double before = within(0.25) - within(0.5);
    if (last <= 0) {
      return within(1);
    }
    double t = before > 0 ? Math.min(1, Math.log(last / before) / Math.log(2)) : 1;
    double more =
        Math.abs(t) < STRAIGHT
            ? Math.log(x) / Math.log(2)
            : (Math.pow(x, t) - 1) / (1 - Math.pow(2, -t));
    return Math.max(0, within(1) - beyond.part * last * more);
  }

  private double within(double x) {
    double position = Math.sqrt(Math.max(0, x)) * STEPS;
    int k = Math.min(STEPS - 1, (int) position);
    double from = (double) k * k;
    double way = (position * position - from) / (2 * k + 1);
    return costs[k] + way * (costs[k + 1] - costs[k]);
  }

  /**
   * Local operations per second with shares of a server.
   *
   * @param ratio d / d', the part of the tenant's operations that its server served, over the part
   *     that this one serves
   */
  double throughput(double cacheShare, double hdfsShare, double ratio, Beyond beyond) {
    double cost = at(cacheShare * ratio, beyond);
    return hdfsShare >= ceiling * cost ? ceiling : hdfsShare / cost;
  }
}
