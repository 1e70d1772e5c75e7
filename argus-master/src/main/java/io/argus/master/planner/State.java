package io.argus.master.planner;

import io.argus.core.plan.Resource;
import io.argus.master.planner.PlanningProblem.Contender;

/**
 * A point of the search space with all that is needed to score its neighbours in O(1): each
 * tenant's throughput violation now, with one unit more and with one unit less of each resource,
 * and the sums of the objective.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class State {
  /** Smaller changes of a throughput violation are rounding. */
  private static final double NOISE = 1e-12;

  private final PlanningProblem problem;
  final Units units;
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
      Contender contender = problem.contenders.get(i);
      weights[i] = contender.counted ? contender.weight : 0;
      if (contender.counted) {
        sums.add(weights[i]);
      }
      refresh(i);
      sums.replace(weights[i], 0, throughputViolations[i]);
    }
    value = sums.value();
  }

  private void refresh(int i) {
    Contender contender = problem.contenders.get(i);
    double unit = 1.0 / units.pieces;
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

  /** The value that the planner maximises. */
  double value() {
    return value;
  }

  /**
   * Whether a move is allowed, whatever its score: the giver keeps a unit, and with free disposal
   * it loses nothing or the receiver gains something.
   */
  boolean allows(Resource resource, int from, int to) {
    return isLegal(resource, from, to)
        && (!costs(resource, from) || helps(resource, to) || !problem.freeDisposal);
  }

  /** Whether a move helps its receiver and costs its giver nothing. */
  boolean isFree(Resource resource, int from, int to) {
    return isLegal(resource, from, to) && !costs(resource, from) && helps(resource, to);
  }

  private boolean isLegal(Resource resource, int from, int to) {
    return from != to && units.of(resource, from) > 1;
  }

  private boolean costs(Resource resource, int from) {
    return withLess(resource)[from] - throughputViolations[from] > NOISE;
  }

  private boolean helps(Resource resource, int to) {
    return throughputViolations[to] - withMore(resource)[to] > NOISE;
  }

  /** The value of the neighbour to which the move leads. */
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
    for (int tenant : new int[] {move.from, move.to}) {
      double before = throughputViolations[tenant];
      refresh(tenant);
      sums.replace(weights[tenant], before, throughputViolations[tenant]);
    }
    value = sums.value();
  }
}
