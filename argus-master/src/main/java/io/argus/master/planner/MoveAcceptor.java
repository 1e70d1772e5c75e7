package io.argus.master.planner;

import io.argus.core.Fairness;
import io.argus.core.Resource;

/**
 * The rule which moves may be made at all, whatever their score.
 *
 * <p>The D-score alone would hurt tenants on purpose: close to its baseline J is the quotient of
 * small violations, and it rises when the least hurt tenant is hurt a little more. So a move is
 * refused if its giver loses and its receiver gains nothing by it, and if it takes from a slow
 * tenant what that one needs.
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
    return !needed && state.gain(resource, to) > 0;
  }

  /** Whether a move helps its receiver and costs its giver nothing. */
  boolean isFree(State state, Resource resource, int from, int to) {
    return state.isLegal(resource, from, to)
        && state.loss(resource, from) == 0
        && state.gain(resource, to) > 0;
  }

  /** Whether a unit lies with a tenant that has no use for it while another one has. */
  boolean hasIdleUnit(State state, PlanningProblem problem) {
    for (Resource resource : Resource.values()) {
      int idle = 0;
      int wanting = 0;
      int both = 0;
      for (int i = 0; i < problem.size(); i++) {
        boolean gains = state.gain(resource, i) > 0;
        boolean gives = state.units().of(resource, i) > 1 && state.loss(resource, i) == 0;
        wanting += gains ? 1 : 0;
        idle += gives ? 1 : 0;
        both += gains && gives ? 1 : 0;
      }
      boolean onlyWithItself = idle == 1 && wanting == 1 && both == 1;
      if (idle > 0 && wanting > 0 && !onlyWithItself) {
        return true;
      }
    }
    return false;
  }
}
