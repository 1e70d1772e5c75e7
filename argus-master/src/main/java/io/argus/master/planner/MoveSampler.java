package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The draw of the next state among the neighbours: each uphill neighbour with a probability in
 * proportion to what it gains in value. Where there are many neighbours, the draw is among a random
 * sample of them.
 *
 * <p>Not safe for use by several threads, as its random source is used.
 */
final class MoveSampler {
  /** Neighbours looked at per draw. */
  static final int SAMPLE = 256;

  /** Gains up to this are rounding; accepting them could go in circles. */
  private static final double NOISE = 1e-12;

  private static final Resource[] RESOURCES = Resource.values();

  private final PlanningProblem problem;
  private final MoveAcceptor acceptor;
  private final Random random;
  private double total;
  private @Nullable Move drawn;
  private long looked;

  MoveSampler(PlanningProblem problem, MoveAcceptor acceptor, Random random) {
    this.problem = problem;
    this.acceptor = acceptor;
    this.random = random;
  }

  /** Whether a draw sees every neighbour, so that drawing nothing means there is nothing uphill. */
  boolean isExhaustive() {
    return (long) RESOURCES.length * problem.size() * (problem.size() - 1) <= SAMPLE;
  }

  /** How many neighbours were looked at so far. */
  long looked() {
    return looked;
  }

  /** Draws an uphill move; null if none was seen. */
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
    if (!acceptor.accepts(state, problem, resource, from, to)) {
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
