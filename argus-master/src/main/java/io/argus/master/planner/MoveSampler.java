package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Draws the next move: each uphill neighbour with a probability in proportion to its gain of value.
 * If there are many neighbours, it draws from a random sample of them. Of several servers, the
 * sample prefers the bottleneck server of a tenant: only there help counts.
 *
 * <p>Not safe for use by several threads.
 */
final class MoveSampler {
  /** Neighbours per draw. */
  static final int SAMPLE = 256;

  /** Tenants and servers up to which it is worth counting the neighbours. */
  private static final int FEW = 16;

  private static final Resource[] RESOURCES = PlanningProblem.RESOURCES.toArray(new Resource[0]);

  private final PlanningProblem problem;
  private final Random random;
  private final int servers;
  private final boolean exhaustive;
  private final int[] from;
  private final int[] to;
  private double now;
  private double total;
  private @Nullable Move drawn;
  private long checked;

  MoveSampler(PlanningProblem problem, Random random) {
    this.problem = problem;
    this.random = random;
    this.servers = problem.servers().size();
    this.from = new int[servers];
    this.to = new int[servers];
    this.exhaustive = neighbours() <= SAMPLE;
  }

  private long neighbours() {
    long local = 0;
    for (int s = 0; s < servers; s++) {
      local += (long) RESOURCES.length * problem.tenantsOn(s) * (problem.tenantsOn(s) - 1);
    }
    if (servers <= 1 || local > SAMPLE || problem.size() > FEW || servers > FEW) {
      return local;
    }
    long others = 0;
    for (int i = 0; i < problem.size(); i++) {
      for (int j = 0; j < i; j++) {
        long common = common(i, j);
        others += common > 1 ? 2L * RESOURCES.length : 0;
        others += common * (common - 1) * RESOURCES.length * RESOURCES.length;
      }
    }
    return local + others;
  }

  /** Whether a draw sees all neighbours, so that no result means that none is uphill. */
  boolean isExhaustive() {
    return exhaustive;
  }

  /** The number of neighbours seen so far. */
  long checked() {
    return checked;
  }

  /** Draws an uphill move; null if it sees none. */
  @Nullable Move draw(State state) {
    total = 0;
    drawn = null;
    now = state.value();
    if (exhaustive) {
      checkAll(state);
    } else {
      for (int i = 0; i < SAMPLE; i++) {
        checkOne(state);
      }
    }
    return drawn;
  }

  private void checkAll(State state) {
    for (Resource resource : RESOURCES) {
      for (int p = 0; p < problem.pairs(); p++) {
        for (int q : problem.on(problem.server(p))) {
          consider(state, resource, p, q);
        }
      }
    }
    for (int i = 0; i < problem.size() && servers > 1; i++) {
      for (int j = 0; j < problem.size(); j++) {
        int common = i == j ? 0 : common(i, j);
        for (Resource resource : RESOURCES) {
          considerCommon(state, resource, common);
        }
        for (int k = 0; k < common * common && i < j; k++) {
          considerSwaps(state, k / common, k % common);
        }
      }
    }
  }

  private void checkOne(State state) {
    Resource resource = RESOURCES[random.nextInt(RESOURCES.length)];
    if (servers <= 1) {
      consider(state, resource, random.nextInt(problem.pairs()), random.nextInt(problem.pairs()));
      return;
    }
    int kind = random.nextInt(8);
    int taker = kind < 2 ? -1 : state.bottleneck(random.nextInt(problem.size()));
    int there = taker >= 0 ? taker : random.nextInt(problem.pairs());
    int[] pairs = problem.on(problem.server(there));
    int giver = pairs[random.nextInt(pairs.length)];
    if (kind < 5) {
      consider(state, resource, giver, there);
    } else if (kind < 6) {
      considerCommon(state, resource, common(problem.tenant(giver), problem.tenant(there)));
    } else {
      considerSwapBack(state, resource, giver, there);
    }
  }

  /** A swap in which the giver takes on its own bottleneck server. */
  private void considerSwapBack(State state, Resource resource, int giver, int taker) {
    int toBack = state.bottleneck(problem.tenant(giver));
    int fromBack = problem.pair(problem.tenant(taker), problem.server(toBack));
    if (giver != taker && fromBack >= 0 && problem.server(toBack) != problem.server(taker)) {
      Resource other = RESOURCES[random.nextInt(RESOURCES.length)];
      considerSwap(state, resource, giver, taker, other, fromBack, toBack);
    }
  }

  /** Finds the pairs of both tenants on the servers that both use; returns how many there are. */
  private int common(int giver, int taker) {
    int count = 0;
    int p = problem.firstPair(giver);
    int q = problem.firstPair(taker);
    while (giver != taker && p < problem.firstPair(giver + 1) && q < problem.firstPair(taker + 1)) {
      int difference = problem.server(p) - problem.server(q);
      if (difference == 0) {
        from[count] = p;
        to[count] = q;
        count++;
      }
      p += difference <= 0 ? 1 : 0;
      q += difference >= 0 ? 1 : 0;
    }
    return count;
  }

  private void consider(State state, Resource resource, int giver, int taker) {
    checked++;
    if (state.allows(resource, giver, taker)
        && isDrawn(state.valueAfter(resource, giver, taker) - now)) {
      drawn = Move.local(resource, giver, taker);
    }
  }

  /** Considers the move on the servers that were found last. */
  private void considerCommon(State state, Resource resource, int count) {
    checked += 1 + count / 4;
    boolean legal = count > 1;
    for (int k = 0; k < count && legal; k++) {
      legal = state.isLegal(resource, from[k], to[k]);
    }
    if (legal && isDrawn(state.valueAfterCommon(resource, from, to, count) - now)) {
      drawn = Move.common(resource, from, to, count);
    }
  }

  /** Considers the swaps on two of the servers that were found last. */
  private void considerSwaps(State state, int one, int other) {
    for (int k = 0; k < RESOURCES.length * RESOURCES.length && one != other; k++) {
      Resource there = RESOURCES[k / RESOURCES.length];
      Resource back = RESOURCES[k % RESOURCES.length];
      considerSwap(state, there, from[one], to[one], back, to[other], from[other]);
    }
  }

  private void considerSwap(
      State state, Resource there, int giver, int taker, Resource back, int giver2, int taker2) {
    checked++;
    if (state.isLegal(there, giver, taker)
        && state.isLegal(back, giver2, taker2)
        && isDrawn(state.valueAfterSwap(there, giver, taker, back, giver2, taker2) - now)) {
      drawn = Move.swap(there, giver, taker, back, giver2, taker2);
    }
  }

  private boolean isDrawn(double gain) {
    if (!(gain > State.NOISE)) { // rounding could lead in circles
      return false;
    }
    total += gain;
    return random.nextDouble() * total < gain;
  }
}
