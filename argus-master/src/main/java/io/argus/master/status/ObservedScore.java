package io.argus.master.status;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.master.model.TenantModel;
import java.util.List;

/**
 * The measures of contention as observed now, over the tenants that are not demand-limited. A
 * throughput loss counts with its tenant's weight, as in planning.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ObservedScore {
  final Score score;
  final double minMaxRatio;
  final double worstThroughputLoss;

  private ObservedScore(Score score, double minMaxRatio, double worstThroughputLoss) {
    this.score = score;
    this.minMaxRatio = minMaxRatio;
    this.worstThroughputLoss = worstThroughputLoss;
  }

  static ObservedScore of(double alpha, List<TenantModel> models) {
    TenantModel[] counted =
        models.stream().filter(m -> !m.isDemandLimited()).toArray(TenantModel[]::new);
    double[] isolatedThroughputs = new double[counted.length];
    double[] throughputs = new double[counted.length];
    double worst = 0;
    double weights = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < counted.length; i++) {
      isolatedThroughputs[i] = counted[i].isolatedThroughput();
      throughputs[i] = counted[i].throughput();
      worst = Math.max(worst, counted[i].throughputLoss());
      double weighted = counted[i].weight() * counted[i].throughputLoss();
      weights += counted[i].weight();
      sum += weighted;
      squares += weighted * weighted;
    }
    boolean unhurt = worst < Fairness.UNHURT_THROUGHPUT_LOSS;
    double jIndex = unhurt ? 1 : Fairness.jIndex(counted.length, sum, squares);
    double efficiency = Fairness.efficiency(sum, weights);
    return new ObservedScore(
        new Score(jIndex, efficiency, Fairness.dScore(alpha, jIndex, efficiency)),
        Fairness.minMaxRatio(isolatedThroughputs, throughputs),
        worst);
  }
}
