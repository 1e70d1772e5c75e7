package io.argus.master.planner;

import java.util.List;
import java.util.Random;

/**
 * The planner: stochastic hill climbing over units (section 5.3.2 of the dissertation), restarted
 * until its budget of neighbours is used up.
 *
 * <p>Idea: climb from each given start by uphill moves drawn at random; climb again from changed
 * copies of the best state and from random states; keep the best; last, move the units that their
 * owners do not need to tenants that do. Invariant: the result's value is never below that of any
 * start, and no tenant keeps a unit that it has no use for while another has one. Cost: O(1) per
 * neighbour, for at most {@value #BUDGET} neighbours after the starts.
 *
 * <p>Stateless; deterministic for a seed; safe for use by any thread.
 */
public final class HillClimbing {
  private static final int BUDGET = 200_000;

  /** Restarts per pair of tenants and unit; with 2 to 4 tenants, more find nothing better. */
  private static final int RESTARTS = 10;

  /** Number of tenants up to which a climb from a random state may beat the best state. */
  private static final int FEW = 16;

  /**
   * Returns the best allocation found.
   *
   * @param starts states to begin with, besides equal shares
   */
  public Allocation solve(PlanningProblem problem, List<Allocation> starts, long seed) {
    Random random = new Random(seed);
    MoveSampler sampler = new MoveSampler(problem, random);
    Search search = new Search(problem, sampler);
    search.climbFrom(Units.equal(problem.size(), problem.pieces()));
    for (Allocation start : starts) {
      search.climbFrom(start.units());
    }
    long limit = sampler.looked() + BUDGET;
    long pairs = problem.size() * (problem.size() - 1L) / 2;
    long restarts = pairs * problem.pieces() * RESTARTS;
    for (int i = 0; i < restarts && sampler.looked() < limit; i++) {
      search.climbFrom(restart(problem, search.best(), i, random));
    }
    return Allocation.of(problem, search.finish());
  }

  /** In turn: near the best state, with two tenants swapped, with one given much, at random. */
  private static Units restart(PlanningProblem problem, Units best, int turn, Random random) {
    switch (problem.size() > FEW ? 0 : turn % 4) {
      case 0:
        return best.shaken(1 + random.nextInt(problem.pieces()), random);
      case 1:
        return best.swapped(random);
      case 2:
        return best.withOneGiven(random);
      default:
        return Units.random(problem.size(), problem.pieces(), random);
    }
  }
}
