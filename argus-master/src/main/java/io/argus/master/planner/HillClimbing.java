package io.argus.master.planner;

import io.argus.core.plan.Resource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The planner: stochastic hill climbing over units (section 5.3.2 of the dissertation), restarted
 * until its budget of neighbours is used up.
 *
 * <p>Idea: climb from each given start by uphill moves drawn at random; climb again from changed
 * copies of the best state and from random states; keep the best; last, move the units that their
 * owners do not need to tenants that do. With several servers, the starts include the best state in
 * which all servers are alike, and a {@link WaterFilling}, which is good by itself: of a {@link
 * PlanningProblem#isLarge large} problem the search only refines the best start.
 *
 * <p>Invariant: the result's value is never below that of any start, and no tenant keeps a unit
 * that it has no use for while another one there has one. Cost: O(1) per neighbour, for at most
 * {@value #BUDGET} neighbours after the starts; with several servers, at most as many per start,
 * too.
 *
 * <p>Stateless; deterministic for a seed; safe for use by any thread.
 */
public final class HillClimbing {
  private static final int BUDGET = 200_000;

  /** Restarts per pair of tenants and unit; with 2 to 4 tenants, more find nothing better. */
  private static final int RESTARTS = 10;

  /** Number of tenants up to which a climb from a random state may beat the best state. */
  private static final int FEW = 16;

  /** Less is rounding: of states of the same value, the first counts. */
  private static final double ROUNDING = 1e-9;

  /**
   * Returns the best allocation found.
   *
   * @param starts states to begin with, besides equal shares
   */
  public Allocation solve(PlanningProblem problem, List<Allocation> starts, long seed) {
    Random random = new Random(seed);
    Search search = new Search(problem, new MoveSampler(problem, random));
    if (problem.servers().size() > 1) {
      searchServers(search, problem, starts, seed);
    } else {
      search.climbFrom(search.equal, Long.MAX_VALUE);
      for (Allocation start : starts) {
        search.climbFrom(start.units(), Long.MAX_VALUE);
      }
    }
    long limit = search.sampler.checked() + BUDGET - costOfState(problem);
    long pairs = problem.size() * (problem.size() - 1L) / 2;
    long restarts = pairs * problem.pieces() * RESTARTS;
    for (int i = 0; i < restarts && search.sampler.checked() < limit; i++) {
      limit -= costOfState(problem);
      search.climbFrom(restart(problem, search.best, i, random), limit);
    }
    return Allocation.of(problem, search.finish());
  }

  /** To build a state costs as much as to look at so many neighbours. */
  private static long costOfState(PlanningProblem problem) {
    return problem.servers().size() > 1 ? problem.pairs() : 0;
  }

  private void searchServers(
      Search search, PlanningProblem problem, List<Allocation> starts, long seed) {
    if (problem.isUniform() && !problem.isLarge()) {
      search.start(alike(problem, starts, seed));
      search.alikeIsKnown = true;
      search.climbFrom(search.best.copy(), search.sampler.checked() + BUDGET);
    }
    search.start(Units.nearest(problem, problem.filled()));
    search.start(search.equal);
    for (Allocation start : starts) {
      search.start(start.units());
    }
    search.climbFrom(search.best.copy(), search.sampler.checked() + BUDGET);
    if (!problem.isLarge()) {
      search.climbFrom(Units.nearest(problem, problem.filled()), search.sampler.checked() + BUDGET);
      search.climbFrom(search.equal, search.sampler.checked() + BUDGET);
      for (Allocation start : starts) {
        search.climbFrom(start.units(), search.sampler.checked() + BUDGET);
      }
    }
  }

  /** The best state in which all servers are alike, found as if they were one. */
  private Units alike(PlanningProblem problem, List<Allocation> starts, long seed) {
    PlanningProblem one = problem.withEqualServers();
    List<Allocation> those = new ArrayList<>();
    for (Allocation start : starts) {
      those.add(start.merged(one));
    }
    return Units.repeated(problem, solve(one, those, seed).units());
  }

  /** In turn: near the best state, with two tenants swapped, with one given much, at random. */
  private static Units restart(PlanningProblem problem, Units best, int turn, Random random) {
    switch (problem.size() > FEW ? 0 : turn % 4) {
      case 0:
        return best.shaken(1 + random.nextInt(problem.pieces()), random);
      case 1:
        return best.swapped(random);
      case 2:
        return best.withOneGiven(random);
      default:
        return Units.random(problem, random);
    }
  }

  /** The climbs of one run, and the best state that they found. */
  private static final class Search {
    /** The least number of draws in a row without an uphill neighbour that ends a climb. */
    private static final int PATIENCE = 8;

    private static final int PAIRS_PER_DRAW = 16;

    private final PlanningProblem problem;
    final MoveSampler sampler;
    final Units equal;
    Units best;
    private double bestValue = Double.NEGATIVE_INFINITY;

    /** Whether no other state counts in which the servers are alike: they are planned as one. */
    boolean alikeIsKnown;

    Search(PlanningProblem problem, MoveSampler sampler) {
      this.problem = problem;
      this.sampler = sampler;
      this.equal = Units.equal(problem);
      this.best = equal.copy();
    }

    /** Keeps a state if it is the best so far. */
    void start(Units start) {
      keep(start, problem.value(start.shares()));
    }

    /** Climbs from a state, until so many neighbours were seen, and keeps the best one. */
    void climbFrom(Units start, long limit) {
      State state = new State(problem, start);
      while (sampler.checked() < limit && step(state)) {}
      keep(state.units, state.value());
    }

    private void keep(Units units, double value) {
      boolean better = value > bestValue + ROUNDING;
      if (better && !(alikeIsKnown && units.areRepeated())) {
        bestValue = value;
        best = units.copy();
      }
    }

    private boolean step(State state) {
      int draws = sampler.isExhaustive() ? 1 : Math.max(PATIENCE, problem.pairs() / PAIRS_PER_DRAW);
      for (int i = 0; i < draws; i++) {
        @Nullable Move move = sampler.draw(state);
        if (move != null) {
          state.apply(move);
          return true;
        }
      }
      return false;
    }

    /** Moves the units that their owners do not need to tenants that do; returns the result. */
    Units finish() {
      for (Resource resource : PlanningProblem.RESOURCES) {
        for (int s = 0; s < problem.servers().size(); s++) {
          giveAway(resource, problem.on(s));
        }
      }
      return best;
    }

    private void giveAway(Resource resource, int[] pairs) {
      List<Integer> wanting = Arrays.stream(pairs).boxed().collect(Collectors.toList());
      for (int from : pairs) {
        int spare = best.spare(resource, from);
        for (Iterator<Integer> each = wanting.iterator(); spare > 0 && each.hasNext(); ) {
          int to = each.next();
          if (to == from) {
            continue;
          }
          int taken = best.wanted(resource, to, spare);
          while (taken > 0) {
            best.move(resource, from, to, taken);
            spare -= taken;
            taken = spare > 0 ? best.wanted(resource, to, spare) : 0;
          }
          if (spare > 0) {
            each.remove(); // what more does not help now, it does not help later
          }
        }
      }
    }
  }
}
