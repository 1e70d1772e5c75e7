package io.argus.master.placement;

import io.argus.core.plan.PlanExplanation.Score;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A greedy search for the region moves that make the cluster fairer: step by step the best of all
 * moves of one region and all exchanges of two, by what the planner could make of the regions so
 * placed.
 *
 * <p>A step that only prepares a gain is taken, too. In the end, the last steps are dropped unless
 * together they gain a margin of D for each region moved: a move costs the cluster a region that is
 * away for a moment, cold blocks and remote reads.
 *
 * <p>Cost of a step: some hundred evaluations where there are few tenants and servers; at least
 * {@value Candidates#LEAST}, from the most loaded servers to the least loaded ones, where there are
 * many.
 *
 * <p>Stateless; deterministic; safe for use by any thread.
 */
public final class PlacementSearch {
  /** Gain of D for each region that has to move. */
  public static final double MARGIN = 0.005;

  /** Seed of the planner's search, fixed so that the same question has the same answer. */
  private static final long SEED = 1;

  /** A gain that is below the precision of an evaluation. */
  private static final double PROGRESS = 0.0005;

  private final double margin;
  private final int mostMoves;

  /**
   * @param margin least gain of D for each region that moves
   * @param mostMoves most regions that may move
   */
  public PlacementSearch(double margin, int mostMoves) {
    if (!(margin >= 0) || mostMoves < 0) {
      throw new IllegalArgumentException(
          "margin is " + margin + " and moves are " + mostMoves + ": must not be negative");
    }
    this.margin = margin;
    this.mostMoves = mostMoves;
  }

  /** The placement after a step, and what moved in it. */
  private static final class Step {
    final Evaluation after;
    final List<int[]> moves;

    Step(Evaluation after, List<int[]> moves) {
      this.after = after;
      this.moves = moves;
    }
  }

  /** Returns the moves; none if nothing is known or nothing would gain. */
  public PlacementAdvice solve(PlacementQuestion question) {
    return solveUpTo(question).get(mostMoves);
  }

  /** Returns the advice for each number of moves, from none up to the most that may move. */
  public List<PlacementAdvice> solveUpTo(PlacementQuestion question) {
    int servers = question.servers().size();
    Score none = new Score(1, 1, 1);
    if (question.models.isEmpty()) {
      return alike(
          advice(question, none, none, none, "no tenant is known", Collections.emptyList()));
    }
    Placement now = new Placement(question);
    Score before = now.score(SEED);
    if (servers < 2) {
      return alike(stay(question, now, before, "there is one region server: nothing can move"));
    }
    if (now.regions.isEmpty()) {
      return alike(stay(question, now, before, "the regions are not known yet"));
    }
    PlacementAdvice stay = stay(question, now, before, "no move gains " + margin + " of D");
    List<Step> steps = explore(question, new Evaluation(now));
    List<PlacementAdvice> byStep = new ArrayList<>(Collections.singletonList(stay));
    List<RegionMove> moves = new ArrayList<>();
    for (int k = 1; k < steps.size(); k++) {
      Placement placement = steps.get(k).after.placement;
      Score after = placement.score(SEED);
      describe(steps.get(k - 1).after.placement, steps.get(k).moves, after, moves);
      boolean gains = after.dScore() - before.dScore() >= margin * moves.size();
      byStep.add(
          gains ? advice(question, before, after, placement.reassessed(SEED), "", moves) : stay);
    }
    List<PlacementAdvice> byMoves = new ArrayList<>();
    for (int most = 0; most <= mostMoves; most++) {
      byMoves.add(byStep.get(worthwhile(steps, most)));
    }
    return byMoves;
  }

  private List<PlacementAdvice> alike(PlacementAdvice advice) {
    return Collections.nCopies(mostMoves + 1, advice);
  }

  private static PlacementAdvice stay(
      PlacementQuestion question, Placement now, Score before, String why) {
    return advice(question, before, before, now.reassessed(SEED), why, Collections.emptyList());
  }

  private static PlacementAdvice advice(
      PlacementQuestion question,
      Score before,
      Score after,
      Score reassessed,
      String note,
      List<RegionMove> moves) {
    return new PlacementAdvice(
        question.servers().size(),
        question.serversByGroup(),
        question.regions.size(),
        before,
        after,
        reassessed,
        note,
        moves);
  }

  /** The steps up to where no candidate is worth more; the first one moves nothing. */
  private List<Step> explore(PlacementQuestion question, Evaluation start) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(start, Collections.emptyList()));
    int moved = 0;
    while (moved < mostMoves) {
      Evaluation current = steps.get(steps.size() - 1).after;
      @Nullable Step best = null;
      for (List<int[]> moves : new Candidates(question, current).list(mostMoves - moved)) {
        Placement placement = current.placement;
        for (int[] move : moves) {
          placement = placement.moved(move[0], move[1]);
        }
        Evaluation after = new Evaluation(placement);
        boolean gains = after.gainOver(current) > PROGRESS;
        if (gains && (best == null || after.isBetterThan(best.after))) {
          best = new Step(after, moves);
        }
      }
      if (best == null) {
        break;
      }
      steps.add(best);
      moved += best.moves.size();
    }
    return steps;
  }

  /** The last step but for those that do not gain a margin for each move, or are too many moves. */
  private int worthwhile(List<Step> steps, int mostMoves) {
    int last = 0;
    int moved = 0;
    double worth = Double.NEGATIVE_INFINITY;
    for (int k = 0; k < steps.size(); k++) {
      moved += steps.get(k).moves.size();
      double gain = steps.get(k).after.score.dScore() - margin * moved;
      if (moved <= mostMoves && gain > worth) {
        last = k;
        worth = gain;
      }
    }
    return last;
  }

  private static void describe(
      Placement placement, List<int[]> step, Score after, List<RegionMove> moves) {
    Reasons reasons = new Reasons(placement);
    for (int k = 0; k < step.size(); k++) {
      int region = step.get(k)[0];
      String why =
          k == 0
              ? reasons.loaded(region)
              : "changes places with " + placement.regions.get(step.get(0)[0]).name();
      moves.add(
          new RegionMove(
              placement.regions.get(region),
              placement.servers.get(placement.serverOf[region]),
              placement.servers.get(step.get(k)[1]),
              placement.parts[region],
              why,
              after));
    }
  }
}
