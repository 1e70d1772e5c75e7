package io.argus.master.placement;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.Shares;
import java.util.Collections;

/**
 * What a placement is worth with shares that are quickly found, {@link PlanningProblem#filled}.
 *
 * <p>Cost: linear in the number of tenants on servers.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Evaluation {
  /**
   * Weight of the mean over servers. Where two servers limit a tenant alike, a move away from one
   * of them leaves D as it is, and only this term shows that it is half of the way.
   */
  private static final double LOCAL = 0.05;

  /** A difference of rank that the shares do not tell. */
  private static final double ALIKE = 0.001;

  final Placement placement;
  final Score score;

  /** Number of tenants on servers. */
  final int pairs;

  /** Of each server, the throughput losses of its tenants there, times their weights, in sum. */
  final double[] crowding;

  private final double rank;

  Evaluation(Placement placement) {
    this.placement = placement;
    PlanningProblem problem = placement.problem();
    Shares shares = problem.filled();
    score = problem.score(shares);
    pairs = problem.pairs();
    crowding = new double[placement.servers.size()];
    double lost = 0;
    int counted = 0;
    double lack = 0;
    for (int i = 0; i < problem.size(); i++) {
      TenantModel model = placement.model(i);
      counted += model.isDemandLimited() ? 0 : 1;
      for (int p = problem.firstPair(i); p < problem.firstPair(i + 1); p++) {
        double v = problem.throughputLoss(p, shares);
        String server = problem.servers().get(problem.server(p));
        crowding[Collections.binarySearch(placement.servers, server)] += model.weight() * v;
        double part = problem.demandShare(p) * v;
        lost += model.isDemandLimited() ? 0 : part;
        boolean lacks = model.isDemandLimited() && v >= Fairness.UNHURT_THROUGHPUT_LOSS;
        lack += lacks ? part : 0;
      }
    }
    rank = score.dScore() + LOCAL * Fairness.efficiency(counted, lost) - lack / problem.size();
  }

  /** How much more this is worth than another one, D and what is half of the way to it. */
  double gainOver(Evaluation other) {
    return rank - other.rank;
  }

  /** Whether this is to be preferred: worth more, or as much with fewer tenants on servers. */
  boolean isBetterThan(Evaluation other) {
    double gain = gainOver(other);
    boolean byPairs = Math.abs(gain) <= ALIKE && pairs != other.pairs;
    return byPairs ? pairs < other.pairs : gain > 0;
  }
}
