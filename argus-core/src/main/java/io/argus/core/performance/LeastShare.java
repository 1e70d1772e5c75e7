package io.argus.core.performance;

/**
 * The search for the least HDFS share with which an {@link HdfsFunction} reaches a throughput, by
 * false position and bisection in turn.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class LeastShare {
  /** Relative error of a throughput that does not matter. */
  private static final double CLOSE = 0.002;

  /** Part of an HDFS share by which a level function is told from one that rises. */
  private static final double LESS = 0.02;

  private static final int STEPS = 24;

  private LeastShare() {}

  /** {@link HdfsFunction#shareFor} of a function of which nothing else is known. */
  static double of(HdfsFunction function, double need, double guess) {
    if (need <= 0) {
      return 0;
    }
    double low = 0;
    double lowThroughput = Double.NaN;
    double high = Double.NaN;
    double share = guess > 0 ? Math.min(1, guess) : 1;
    for (int i = 0; i < STEPS; i++) {
      double throughput = function.throughput(share);
      boolean close = Math.abs(throughput - need) <= CLOSE * need;
      boolean level =
          close && throughput >= need && function.throughput((1 - LESS) * share) >= need;
      if (close && !level) {
        return share;
      }
      double next;
      if (throughput < need) {
        if (share >= 1) {
          return lacking(need, throughput);
        }
        boolean rises = !(throughput <= lowThroughput * (1 + CLOSE));
        low = share;
        lowThroughput = throughput;
        next = throughput > 0 && rises ? share * need / throughput : 1;
      } else {
        if (Double.isNaN(lowThroughput)) {
          lowThroughput = function.throughput(0);
          if (lowThroughput >= need) {
            return 0;
          }
        }
        high = share;
        // False position alone comes slowly down where the function is level.
        next =
            level || i % 2 == 1
                ? Double.NaN
                : low + (share - low) * (need - lowThroughput) / (throughput - lowThroughput);
      }
      boolean between = next > low && !(next >= high);
      share = between ? Math.min(1, next) : Double.isNaN(high) ? 1 : (low + high) / 2;
    }
    return Double.isNaN(high) ? share : high;
  }

  /** How a need is told that all of HDFS does not suffice for. */
  static double lacking(double need, double throughput) {
    return throughput * HdfsFunction.MAX_SHARE > need ? need / throughput : HdfsFunction.MAX_SHARE;
  }
}
