package io.argus.master.status;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.master.model.TenantModel;
import java.util.List;

/**
 * The measures of interference as observed now, over the tenants that are not demand-limited. A
 * throughput violation counts with its tenant's weight, as in planning.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class ObservedScore {
  final Score score;
  final double minMaxRatio;
  final double worstThroughputViolation;

  private ObservedScore(Score score, double minMaxRatio, double worstThroughputViolation) {
    this.score = score;
    this.minMaxRatio = minMaxRatio;
    this.worstThroughputViolation = worstThroughputViolation;
  }

  static ObservedScore of(double alpha, List<TenantModel> models) {
    TenantModel[] counted =
        models.stream().filter(m -> !m.isDemandLimited()).toArray(TenantModel[]::new);
    double[] isolatedThroughputs = new double[counted.length];
    double[] throughputs = new double[counted.length];
    double[] weighted = new double[counted.length];
    double worst = 0;
    double totalWeight = 0;
    double sum = 0;
    double heaviest = 0;
    for (int i = 0; i < counted.length; i++) {
      isolatedThroughputs[i] = counted[i].isolatedThroughput();
      throughputs[i] = counted[i].throughput();
      worst = Math.max(worst, counted[i].throughputViolation());
      weighted[i] = counted[i].weight() * counted[i].throughputViolation();
      totalWeight += counted[i].weight();
      sum += weighted[i];
      heaviest = Math.max(heaviest, weighted[i]);
    }
    if (heaviest > 0) {
      // So that small weights are not taken for small throughput violations.
      for (int i = 0; i < weighted.length; i++) {
        weighted[i] /= heaviest;
      }
    }
    double jIndex = worst < Fairness.UNHURT_THROUGHPUT_VIOLATION ? 1 : Fairness.jIndex(weighted);
    double efficiency = counted.length == 0 ? 1 : 1 - sum / totalWeight;
    return new ObservedScore(
        new Score(jIndex, efficiency, alpha * jIndex + (1 - alpha) * efficiency),
        Fairness.minMaxRatio(isolatedThroughputs, throughputs),
        worst);
  }
}
