package io.argus.master.planner;

import io.argus.core.plan.Resource;
import org.jspecify.annotations.Nullable;

/**
 * One run of the planner: climbs from several states and keeps the best one it reaches.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class Search {
  /** The least number of draws in a row without an uphill neighbour that ends a sampled climb. */
  private static final int PATIENCE = 8;

  private static final int TENANTS_PER_DRAW = 16;

  private static final Resource[] RESOURCES = Resource.values();

  private final PlanningProblem problem;
  private final MoveSampler sampler;
  private Units best;
  private double bestValue = Double.NEGATIVE_INFINITY;

  Search(PlanningProblem problem, MoveSampler sampler) {
    this.problem = problem;
    this.sampler = sampler;
    this.best = Units.equal(problem.size(), problem.pieces());
  }

  Units best() {
    return best;
  }

  /** Climbs from a state and keeps the result if it is the best so far. */
  void climbFrom(Units start) {
    State state = new State(problem, start);
    while (step(state)) {}
    if (state.value() > bestValue) {
      bestValue = state.value();
      best = state.units.copy();
    }
  }

  private boolean step(State state) {
    int draws = sampler.isExhaustive() ? 1 : Math.max(PATIENCE, problem.size() / TENANTS_PER_DRAW);
    for (int i = 0; i < draws; i++) {
      @Nullable Move move = sampler.draw(state);
      if (move != null) {
        state.apply(move);
        return true;
      }
    }
    return false;
  }

  /**
   * With free disposal, moves the units that their owners do not need to tenants that do; returns
   * the result.
   */
  Units finish() {
    State state = new State(problem, best);
    if (!problem.freeDisposal) {
      return state.units;
    }
    for (Resource resource : RESOURCES) {
      for (int from = 0; from < problem.size(); from++) {
        for (int to = 0; to < problem.size(); to++) {
          while (state.isFree(resource, from, to)) {
            state.apply(new Move(resource, from, to));
          }
        }
      }
    }
    return state.units;
  }
}
