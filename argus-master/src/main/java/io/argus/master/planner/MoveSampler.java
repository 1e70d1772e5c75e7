package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Draws the next move: each uphill neighbour with a probability in proportion to its gain of value.
 * If there are many neighbours, it draws from a random sample of them.
 *
 * <p>Not safe for use by several threads.
 */
final class MoveSampler {
  /** Neighbours per draw. */
  static final int SAMPLE = 256;

  /** Smaller gains are rounding; accepting them could lead in circles. */
  private static final double NOISE = 1e-12;

  private static final Resource[] RESOURCES = Resource.values();

  private final PlanningProblem problem;
  private final Random random;
  private double total;
  private @Nullable Move drawn;
  private long looked;

  MoveSampler(PlanningProblem problem, Random random) {
    this.problem = problem;
    this.random = random;
  }

  /** Whether a draw sees all neighbours, so that no result means that none is uphill. */
  boolean isExhaustive() {
    return (long) RESOURCES.length * problem.size() * (problem.size() - 1) <= SAMPLE;
  }

  /** The number of neighbours seen so far. */
  long looked() {
    return looked;
  }

  /** Draws an uphill move; null if it sees none. */
  @Nullable Move draw(State state) {
    total = 0;
    drawn = null;
    double now = state.value();
    int n = problem.size();
    if (isExhaustive()) {
      for (Resource resource : RESOURCES) {
        for (int from = 0; from < n; from++) {
          for (int to = 0; to < n; to++) {
            consider(state, now, resource, from, to);
          }
        }
      }
    } else {
      for (int i = 0; i < SAMPLE; i++) {
        Resource resource = RESOURCES[random.nextInt(RESOURCES.length)];
        consider(state, now, resource, random.nextInt(n), random.nextInt(n));
      }
    }
    return drawn;
  }

  private void consider(State state, double now, Resource resource, int from, int to) {
    looked++;
    if (!state.allows(resource, from, to)) {
      return;
    }
    double gain = state.valueAfter(resource, from, to) - now;
    if (gain > NOISE) {
      total += gain;
      if (random.nextDouble() * total < gain) {
        drawn = new Move(resource, from, to);
      }
    }
  }
}
