package io.argus.master.planner;

import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.plan.Resource;
import io.argus.master.planner.PlanningProblem.Contender;

/**
 * A point of the search space with everything that scores its neighbours in O(1): each tenant's
 * throughput violation now, with one unit more and with one unit less of each resource, and the
 * sums that the objective needs.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class State {
  /** Changes of a throughput violation up to this are rounding. */
  private static final double NOISE = 1e-12;

  private final PlanningProblem problem;
  private final Units units;
  private final double[] weights;
  private final double[] throughputViolations;
  private final double[] withLessCache;
  private final double[] withMoreCache;
  private final double[] withLessHdfs;
  private final double[] withMoreHdfs;
  private final ThroughputViolationSums sums;
  private double value;

  State(PlanningProblem problem, Units start) {
    this.problem = problem;
    this.sums = new ThroughputViolationSums(problem.objective());
    this.units = start.copy();
    int n = problem.size();
    weights = new double[n];
    throughputViolations = new double[n];
    withLessCache = new double[n];
    withMoreCache = new double[n];
    withLessHdfs = new double[n];
    withMoreHdfs = new double[n];
    for (int i = 0; i < n; i++) {
      Contender contender = problem.contenders().get(i);
      weights[i] = contender.counted() ? contender.weight() : 0;
      if (contender.counted()) {
        sums.add(weights[i]);
      }
      refresh(i);
      sums.replace(weights[i], 0, throughputViolations[i]);
    }
    value = sums.value();
  }

  private void refresh(int i) {
    Contender contender = problem.contenders().get(i);
    double unit = 1.0 / units.pieces();
    double cache = units.share(Resource.CACHE, i);
    double hdfs = units.share(Resource.HDFS, i);
    throughputViolations[i] = contender.throughputViolation(cache, hdfs);
    withLessCache[i] = contender.throughputViolation(cache - unit, hdfs);
    withMoreCache[i] = contender.throughputViolation(cache + unit, hdfs);
    withLessHdfs[i] = contender.throughputViolation(cache, hdfs - unit);
    withMoreHdfs[i] = contender.throughputViolation(cache, hdfs + unit);
  }

  private double[] withLess(Resource resource) {
    return resource == Resource.CACHE ? withLessCache : withLessHdfs;
  }

  private double[] withMore(Resource resource) {
    return resource == Resource.CACHE ? withMoreCache : withMoreHdfs;
  }

  Units units() {
    return units;
  }

  /** What the planner maximises. */
  double value() {
    return value;
  }

  Score score() {
    return sums.score();
  }

  /** Whether the giver has a unit to give. */
  boolean isLegal(Resource resource, int from, int to) {
    return from != to && units.of(resource, from) > 1;
  }

  /** By how much the giver's throughput violation would grow. */
  double loss(Resource resource, int from) {
    return withoutNoise(withLess(resource)[from] - throughputViolations[from]);
  }

  /** By how much the receiver's throughput violation would shrink. */
  double gain(Resource resource, int to) {
    return withoutNoise(throughputViolations[to] - withMore(resource)[to]);
  }

  private static double withoutNoise(double difference) {
    return difference > NOISE ? difference : 0;
  }

  /** Value of the neighbour that the move leads to. */
  double valueAfter(Resource resource, int from, int to) {
    return sums.valueAfter(
        weights[from],
        throughputViolations[from],
        withLess(resource)[from],
        weights[to],
        throughputViolations[to],
        withMore(resource)[to]);
  }

  void apply(Move move) {
    units.apply(move);
    for (int tenant : new int[] {move.from(), move.to()}) {
      double before = throughputViolations[tenant];
      refresh(tenant);
      sums.replace(weights[tenant], before, throughputViolations[tenant]);
    }
    value = sums.value();
  }
}
