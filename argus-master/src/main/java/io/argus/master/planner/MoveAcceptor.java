package io.argus.master.planner;

import io.argus.core.plan.Resource;

/**
 * The rule which moves are allowed, whatever their score. With free disposal, a move by which the
 * giver loses and the receiver gains nothing is not.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class MoveAcceptor {
  boolean accepts(State state, PlanningProblem problem, Resource resource, int from, int to) {
    if (!state.isLegal(resource, from, to)) {
      return false;
    }
    return state.loss(resource, from) == 0
        || state.gain(resource, to) > 0
        || !problem.hasFreeDisposal();
  }

  /** Whether a move helps its receiver and costs its giver nothing. */
  boolean isFree(State state, Resource resource, int from, int to) {
    return state.isLegal(resource, from, to)
        && state.loss(resource, from) == 0
        && state.gain(resource, to) > 0;
  }
}
