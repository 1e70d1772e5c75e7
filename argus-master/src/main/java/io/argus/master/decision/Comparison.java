package io.argus.master.decision;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation;
import io.argus.core.plan.PlanExplanation.Assumption;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.core.text.Text;
import io.argus.master.model.PartModel;
import io.argus.master.model.TenantModel;
import io.argus.master.planner.Allocation;
import io.argus.master.planner.PlanningProblem;
import io.argus.master.planner.PlanningProblem.Losses;
import io.argus.master.planner.Shares;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reservations that might replace the current ones, and what the same models predict of both, with
 * the effective shares.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class Comparison {
  /** A rise of the D-score that shows in three decimals. */
  private static final double NOTEWORTHY = 0.001;

  /** A smaller relative change of predicted throughput is rounding. */
  private static final double NOTICEABLE = 1e-6;

  /** A rise of the least part of its isolated throughput that a tenant keeps, as a fraction. */
  private static final double FAIRER = 0.02;

  /** The same with one server, whose plan is exact when it is made and need not chase noise. */
  private static final double FAIRER_ALONE = 0.05;

  /** Such a rise that is no noise. */
  private static final double MUCH_FAIRER = 1;

  /** Least number of standard deviations of the counted operations that chance explains. */
  private static final double SURE = 2;

  private final List<TenantModel> models;
  private final PlanningProblem problem;
  private final ClusterReservations current;
  final ClusterReservations wanted;

  /** The effective shares under the current reservations. */
  final Shares before;

  /** The effective shares under the wanted reservations. */
  final Shares after;

  private final Losses lossesBefore;
  private final Losses lossesAfter;

  // By tenant, in operations per second.
  private final double[] predictedBefore;
  private final double[] predictedAfter;

  /**
   * @param problem of these models
   * @param current reservations in force
   * @param wanted reservations that might replace them
   * @param before the effective shares under the current ones
   * @param after the effective shares under the wanted ones
   */
  Comparison(
      List<TenantModel> models,
      PlanningProblem problem,
      ClusterReservations current,
      ClusterReservations wanted,
      Shares before,
      Shares after) {
    this.models = models;
    this.problem = problem;
    this.current = current;
    this.wanted = wanted;
    this.before = before;
    this.after = after;
    this.lossesBefore = problem.losses(before);
    this.lossesAfter = problem.losses(after);
    this.predictedBefore = predicted(before);
    this.predictedAfter = predicted(after);
  }

  private double[] predicted(Shares shares) {
    double[] predicted = new double[models.size()];
    Arrays.setAll(predicted, i -> models.get(i).predicted(shares, problem.firstPair(i)));
    return predicted;
  }

  /** The rise of the value that is maximised; 0 if a tenant loses and none gains. */
  double gain() {
    return gain(problem);
  }

  /**
   * The same by another objective.
   *
   * @param by the problem with another alpha
   */
  double gain(PlanningProblem by) {
    return onlyTakes() ? 0 : by.value(lossesAfter) - by.value(lossesBefore);
  }

  /**
   * The rise of the value that chance explains: what a tenant's bottleneck among several servers
   * seems to lack because the worst of several counts is taken. 0 with one server, where the plan
   * cannot chase it.
   */
  double chance() {
    double sum = 0;
    int counted = 0;
    for (TenantModel model : models) {
      int servers = model.parts().size();
      double deviation = 0;
      for (PartModel part : model.parts()) {
        deviation += part.demandShare() * deviation(part);
      }
      if (!model.isDemandLimited()) {
        double kept = 1 - model.throughputLoss();
        sum += kept * deviation * Math.sqrt(2 * Math.log(Math.max(1, servers)));
        counted++;
      }
    }
    return counted > 0 ? problem.weightOfEfficiency() * sum / counted : 0;
  }

  /** Relative standard deviation of a throughput from so many counted operations. */
  private static double deviation(PartModel part) {
    return part.operations() > 0 ? 1 / Math.sqrt(part.operations()) : 0;
  }

  /**
   * Whether the tenant that has the least part of its entitlement has noticeably more, and D does
   * not fall much. D hardly shows it: throughput losses of .50 and .58 have a J-index of .995,
   * while the one tenant keeps a fifth more than the other.
   */
  boolean isFairer() {
    return isFairer(problem.servers().size() > 1 ? FAIRER : FAIRER_ALONE);
  }

  /** Whether that tenant keeps at least twice as much: it is hardly served now. */
  boolean isMuchFairer() {
    return isFairer(MUCH_FAIRER);
  }

  private boolean isFairer(double leastRise) {
    int worst = worst(predictedBefore);
    double least = worst < 0 ? 1 : kept(worst, predictedBefore);
    // The least of so many counts is far below its mean by chance alone, and seems to rise.
    double sure = Math.max(SURE, Math.sqrt(2 * Math.log(problem.pairs())));
    double chance = worst < 0 ? 0 : sure * deviation(bottleneck(worst));
    int worstAfter = worst(predictedAfter);
    double rise = worstAfter < 0 ? 0 : kept(worstAfter, predictedAfter) / least - 1;
    return rise >= leastRise + chance && gain() >= -Allocation.priceOfFairness(rise);
  }

  private PartModel bottleneck(int tenant) {
    TenantModel model = models.get(tenant);
    int from = problem.firstPair(tenant);
    int worst = 0;
    for (int k = 1; k < model.parts().size(); k++) {
      boolean less =
          model.predictedBy(k, before, from + k) < model.predictedBy(worst, before, from + worst);
      worst = less ? k : worst;
    }
    return model.parts().get(worst);
  }

  /** The counted tenant that has the least part of its entitlement; negative if none counts. */
  private int worst(double[] predicted) {
    int worst = -1;
    for (int i = 0; i < models.size(); i++) {
      TenantModel model = models.get(i);
      boolean counts = !model.isDemandLimited() && !model.parts().isEmpty();
      if (counts && (worst < 0 || kept(i, predicted) < kept(worst, predicted))) {
        worst = i;
      }
    }
    return worst;
  }

  /** The part of its entitlement that a tenant which counts has, at most 1. */
  private double kept(int tenant, double[] predicted) {
    double lost =
        Fairness.throughputLoss(models.get(tenant).isolatedThroughput(), predicted[tenant]);
    return 1 - Fairness.shortfall(problem.entitlement(tenant), lost);
  }

  private boolean onlyTakes() {
    boolean takes = false;
    for (int i = 0; i < models.size(); i++) {
      double had = predictedBefore[i];
      double gets = predictedAfter[i];
      if (gets > had * (1 + NOTICEABLE)) {
        return false;
      }
      takes |= gets < had * (1 - NOTICEABLE);
    }
    return takes;
  }

  /**
   * Explains the gain by the D-score or else the J-index that rises. If neither rises, the gain is
   * that of demand-limited tenants, which do not count in them.
   */
  PlanExplanation rise() {
    return explanation(rise(problem.score(lossesBefore), problem.score(lossesAfter)));
  }

  private String rise(Score now, Score then) {
    boolean dRises = then.dScore() - now.dScore() >= NOTEWORTHY;
    if (!dRises && isFairer()) {
      int worst = worst(predictedBefore);
      return Text.format(
          "tenant %s, which loses most, is predicted to keep %.3f instead of %.3f of its"
              + " isolated throughput",
          models.get(worst).tenant(), kept(worst, predictedAfter), kept(worst, predictedBefore));
    }
    if (!dRises && then.jIndex() <= now.jIndex()) {
      return Text.format(
          "demand-limited tenants get back what they ask for; predicted D-score from %.3f to %.3f",
          now.dScore(), then.dScore());
    }
    return Text.format(
        "predicted %s rises from %.3f to %.3f",
        dRises ? "D-score" : "J-index",
        dRises ? now.dScore() : now.jIndex(),
        dRises ? then.dScore() : then.jIndex());
  }

  PlanExplanation explanation(String reason) {
    List<Assumption> assumptions = new ArrayList<>();
    for (int i = 0; i < models.size(); i++) {
      assumptions.add(models.get(i).assumption(after, problem.firstPair(i)));
    }
    return new PlanExplanation(
        reason,
        problem.score(lossesBefore),
        problem.score(lossesAfter),
        MoveSentences.of(current, wanted, problem),
        assumptions);
  }
}
