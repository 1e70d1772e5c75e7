package io.argus.master.planner;

import io.argus.core.plan.Resource;

/**
 * The step to a neighbour: one unit of one resource moves from one tenant to another. Tenants are
 * given by their position in the problem.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Move {
  final Resource resource;
  final int from;
  final int to;

  Move(Resource resource, int from, int to) {
    this.resource = resource;
    this.from = from;
    this.to = to;
  }
}
