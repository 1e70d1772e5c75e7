package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * The path from one state to a better one, only as far as it pays. Where many states are worth
 * nearly the same, units whose move brings nothing stay where they are.
 *
 * <p>Idea: of the moves that lead towards the target, make the one with the greatest value, until
 * the remaining gain is negligible. Invariant: each move shortens the path, so that it ends at the
 * target at the latest, even across states of less value. Cost: one neighbour per pair of giver and
 * receiver and move; of many pairs, only {@value MoveSampler#SAMPLE} drawn at random.
 *
 * <p>Servers that are alike before and after are treated as one. If they are not, the path is the
 * straight line, as single moves bring nothing where several servers limit a tenant alike: the
 * state is the first of {@value #STEPS} steps that is good enough, found by bisection.
 *
 * <p>Not safe for use by several threads.
 */
public final class Approach {
  private static final int STEPS = 16;

  private final State state;
  private final Units target;
  private final Random random;

  private Approach(State state, Units target, Random random) {
    this.state = state;
    this.target = target;
    this.random = random;
  }

  /**
   * Returns the first allocation on the path that is nearly as good as the target.
   *
   * @param negligible difference of value that does not count
   * @param seed of the draw among many moves
   */
  public static Allocation of(
      PlanningProblem problem, Allocation from, Allocation target, double negligible, long seed) {
    if (problem.servers().size() <= 1) {
      return byMoves(problem, from, target, negligible, seed);
    }
    if (from.isAlike() && target.isAlike()) {
      PlanningProblem one = problem.withEqualServers();
      Allocation found = byMoves(one, from.merged(one), target.merged(one), negligible, seed);
      return Allocation.of(problem, Units.repeated(problem, found.units()));
    }
    return straight(problem, from, target, negligible);
  }

  private static Allocation straight(
      PlanningProblem problem, Allocation from, Allocation target, double negligible) {
    Shares start = from.shares();
    Shares end = target.shares();
    Allocation best = target;
    int low = -1;
    int high = STEPS;
    while (high - low > 1) {
      int middle = (low + high) / 2;
      Allocation there =
          middle == 0
              ? from
              : Allocation.nearest(problem, start.towards(end, (double) middle / STEPS));
      if (there.value() >= target.value() - negligible) {
        best = there;
        high = middle;
      } else {
        low = middle;
      }
    }
    return best;
  }

  private static Allocation byMoves(
      PlanningProblem problem, Allocation from, Allocation target, double negligible, long seed) {
    State state = new State(problem, from.units());
    Approach approach = new Approach(state, target.units(), new Random(seed));
    @Nullable Move move = approach.next();
    while (state.value() < target.value() - negligible && move != null) {
      state.apply(move);
      move = approach.next();
    }
    return Allocation.of(problem, state.units);
  }

  /** Returns the best move towards the target; null at the target. */
  private @Nullable Move next() {
    @Nullable Move best = null;
    double bestValue = Double.NEGATIVE_INFINITY;
    for (Resource resource : PlanningProblem.RESOURCES) {
      List<Integer> givers = ahead(resource, 1);
      List<Integer> receivers = ahead(resource, -1);
      int pairs = givers.size() * receivers.size();
      for (int i = 0; i < Math.min(pairs, MoveSampler.SAMPLE); i++) {
        int pair = pairs <= MoveSampler.SAMPLE ? i : random.nextInt(pairs);
        int from = givers.get(pair / receivers.size());
        int to = receivers.get(pair % receivers.size());
        double value = state.valueAfter(resource, from, to);
        if (value > bestValue) {
          bestValue = value;
          best = Move.local(resource, from, to);
        }
      }
    }
    return best;
  }

  /** Returns the tenants that have more than in the target, or with sign -1 less. */
  private List<Integer> ahead(Resource resource, int sign) {
    List<Integer> tenants = new ArrayList<>();
    for (int i = 0; i < target.pairs(); i++) {
      if (sign * (state.units.of(resource, i) - target.of(resource, i)) > 0) {
        tenants.add(i);
      }
    }
    return tenants;
  }
}
