package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.Arrays;

/**
 * The step to a neighbour: transfers of one unit each between two tenants. A local move is one
 * transfer on one server. A reciprocal swap (PISCES) is two: one tenant takes on one server, the
 * other on another. A common move is the same transfer on every server that both tenants use.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Move {
  private final Resource[] resources;
  private final int[] from;
  private final int[] to;

  private Move(Resource[] resources, int[] from, int[] to) {
    this.resources = resources;
    this.from = from;
    this.to = to;
  }

  /**
   * @param from pair that gives the unit
   * @param to pair on the same server that gets it
   */
  static Move local(Resource resource, int from, int to) {
    return new Move(new Resource[] {resource}, new int[] {from}, new int[] {to});
  }

  /** Two local moves, from one tenant to another and back, on different servers. */
  static Move swap(Resource one, int from, int to, Resource other, int fromBack, int toBack) {
    return new Move(
        new Resource[] {one, other}, new int[] {from, fromBack}, new int[] {to, toBack});
  }

  /** The first so many local moves. */
  static Move common(Resource resource, int[] from, int[] to, int count) {
    Resource[] resources = new Resource[count];
    Arrays.fill(resources, resource);
    return new Move(resources, Arrays.copyOf(from, count), Arrays.copyOf(to, count));
  }

  /** Number of transfers. */
  int size() {
    return resources.length;
  }

  Resource resource(int transfer) {
    return resources[transfer];
  }

  int from(int transfer) {
    return from[transfer];
  }

  int to(int transfer) {
    return to[transfer];
  }
}
