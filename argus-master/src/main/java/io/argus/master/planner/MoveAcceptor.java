package io.argus.master.planner;

import io.argus.core.Fairness;
import io.argus.core.Resource;

/**
 * The rule which moves may be made at all, whatever their score.
 *
 * <p>A move is refused if its giver loses and its receiver gains nothing by it, and if it takes
 * from a slow tenant what that one needs.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class MoveAcceptor {
  boolean accepts(State state, PlanningProblem problem, Resource resource, int from, int to) {
    if (!state.isLegal(resource, from, to)) {
      return false;
    }
    double loss = state.loss(resource, from);
    if (loss == 0) {
      return true;
    }
    boolean needed =
        !problem.contenders().get(from).counted()
            && state.violation(from) + loss >= Fairness.UNHURT_VIOLATION;
    return !needed && (state.gain(resource, to) > 0 || !problem.hasFreeDisposal());
  }

  /** Whether a move helps its receiver and costs its giver nothing. */
  boolean isFree(State state, Resource resource, int from, int to) {
    return state.isLegal(resource, from, to)
        && state.loss(resource, from) == 0
        && state.gain(resource, to) > 0;
  }
}
