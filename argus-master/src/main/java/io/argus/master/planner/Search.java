package io.argus.master.planner;

import io.argus.core.plan.Resource;
import org.jspecify.annotations.Nullable;

/**
 * One run of the planner: climbs, and keeps the best state it came to.
 *
 * <p>Mutable; not safe for use by several threads.
 */
final class Search {
  /** Draws in a row without an uphill neighbour after which a sampled climb has ended, at least. */
  private static final int PATIENCE = 8;

  private static final int TENANTS_PER_DRAW = 16;

  private static final Resource[] RESOURCES = Resource.values();

  private final PlanningProblem problem;
  private final MoveAcceptor acceptor = new MoveAcceptor();
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

  /** Climbs from a state and keeps where that leads to, if it is the best so far. */
  void climbFrom(Units start) {
    State state = new State(problem, start);
    while (step(state)) {}
    if (state.value() > bestValue) {
      bestValue = state.value();
      best = state.units().copy();
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
   * Moves units that their owner has no use for to a tenant that has, while there are such and free
   * disposal makes sure that nobody minds.
   */
  Units finish() {
    State state = new State(problem, best);
    if (!problem.hasFreeDisposal()) {
      return state.units();
    }
    for (Resource resource : RESOURCES) {
      for (int from = 0; from < problem.size(); from++) {
        for (int to = 0; to < problem.size(); to++) {
          while (acceptor.isFree(state, resource, from, to)) {
            state.apply(new Move(resource, from, to));
          }
        }
      }
    }
    return state.units();
  }
}
