package io.argus.master.planner;

import io.argus.core.Fairness;
import io.argus.core.PlanExplanation.Score;
import io.argus.core.Resource;
import io.argus.master.planner.PlanningProblem.Contender;

/**
 * A point of the search space with everything that scores its neighbours in O(1): each tenant's
 * violation now, with one unit more and with one unit less of each resource, and the sums that the
 * objective needs.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class State {
  /** Changes of a violation up to this are rounding. */
  private static final double NOISE = 1e-12;

  private final PlanningProblem problem;
  private final Objective objective;
  private final Units units;
  private final double[] weights;
  private final double[] violations;
  private final double[] withLessCache;
  private final double[] withMoreCache;
  private final double[] withLessHdfs;
  private final double[] withMoreHdfs;
  private double sum;
  private double sumOfSquares;
  private int hurt;

  State(PlanningProblem problem, Units start) {
    this.problem = problem;
    this.objective = problem.objective();
    this.units = start.copy();
    int n = problem.size();
    weights = new double[n];
    violations = new double[n];
    withLessCache = new double[n];
    withMoreCache = new double[n];
    withLessHdfs = new double[n];
    withMoreHdfs = new double[n];
    for (int i = 0; i < n; i++) {
      Contender contender = problem.contenders().get(i);
      weights[i] = contender.counted() ? contender.weight() : 0;
      refresh(i);
      add(i, 1);
    }
  }

  private void refresh(int i) {
    Contender contender = problem.contenders().get(i);
    double unit = 1.0 / units.pieces();
    double cache = units.share(Resource.CACHE, i);
    double hdfs = units.share(Resource.HDFS, i);
    violations[i] = contender.violation(cache, hdfs);
    withLessCache[i] = contender.violation(cache - unit, hdfs);
    withMoreCache[i] = contender.violation(cache + unit, hdfs);
    withLessHdfs[i] = contender.violation(cache, hdfs - unit);
    withMoreHdfs[i] = contender.violation(cache, hdfs + unit);
  }

  private double[] withLess(Resource resource) {
    return resource == Resource.CACHE ? withLessCache : withLessHdfs;
  }

  private double[] withMore(Resource resource) {
    return resource == Resource.CACHE ? withMoreCache : withMoreHdfs;
  }

  private void add(int i, int sign) {
    double u = weights[i] * violations[i];
    sum += sign * u;
    sumOfSquares += sign * u * u;
    hurt += sign * hurts(i, violations[i]);
  }

  private int hurts(int i, double violation) {
    return weights[i] > 0 && violation >= Fairness.UNHURT_VIOLATION ? 1 : 0;
  }

  Units units() {
    return units;
  }

  double violation(int tenant) {
    return violations[tenant];
  }

  double dScore() {
    return objective.dScore(sum, Math.max(0, sumOfSquares), hurt);
  }

  Score score() {
    return objective.score(sum, Math.max(0, sumOfSquares), hurt);
  }

  /** Whether the giver has a unit to give. */
  boolean isLegal(Resource resource, int from, int to) {
    return from != to && units.of(resource, from) > 1;
  }

  /** By how much the giver's violation would grow. */
  double loss(Resource resource, int from) {
    return withoutNoise(withLess(resource)[from] - violations[from]);
  }

  /** By how much the receiver's violation would shrink. */
  double gain(Resource resource, int to) {
    return withoutNoise(violations[to] - withMore(resource)[to]);
  }

  private static double withoutNoise(double difference) {
    return difference > NOISE ? difference : 0;
  }

  /** D-score of the neighbour that the move leads to. */
  double dScoreAfter(Resource resource, int from, int to) {
    double vFrom = withLess(resource)[from];
    double vTo = withMore(resource)[to];
    double oldFrom = weights[from] * violations[from];
    double oldTo = weights[to] * violations[to];
    double newFrom = weights[from] * vFrom;
    double newTo = weights[to] * vTo;
    return objective.dScore(
        sum - oldFrom - oldTo + newFrom + newTo,
        Math.max(
            0,
            sumOfSquares - oldFrom * oldFrom - oldTo * oldTo + newFrom * newFrom + newTo * newTo),
        hurt
            - hurts(from, violations[from])
            - hurts(to, violations[to])
            + hurts(from, vFrom)
            + hurts(to, vTo));
  }

  void apply(Move move) {
    units.apply(move);
    for (int tenant : new int[] {move.from(), move.to()}) {
      add(tenant, -1);
      refresh(tenant);
      add(tenant, 1);
    }
  }
}
