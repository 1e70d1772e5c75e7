package io.argus.master.status;

import io.argus.core.plan.Fairness;
import io.argus.core.plan.PlanExplanation.Score;
import io.argus.master.model.TenantModel;
import java.util.Arrays;
import java.util.List;

/**
 * The measures of contention as observed now, over the tenants that are not demand-limited, as the
 * planner has them: fairness by what tenants fall short of what their weights entitle them to.
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
    double greatest = Arrays.stream(counted).mapToDouble(TenantModel::weight).max().orElse(1);
    double[] entitled = new double[counted.length];
    double[] throughputs = new double[counted.length];
    double[] losses = new double[counted.length];
    double[] shortfalls = new double[counted.length];
    for (int i = 0; i < counted.length; i++) {
      double entitlement = counted[i].weight() / greatest;
      entitled[i] = entitlement * counted[i].isolatedThroughput();
      throughputs[i] = counted[i].throughput();
      losses[i] = counted[i].throughputLoss();
      shortfalls[i] = Fairness.shortfall(entitlement, losses[i]);
    }
    double jIndex = Fairness.jIndex(shortfalls);
    double efficiency = Fairness.efficiency(losses);
    return new ObservedScore(
        new Score(jIndex, efficiency, Fairness.dScore(alpha, jIndex, efficiency)),
        Fairness.minMaxRatio(entitled, throughputs),
        Arrays.stream(losses).max().orElse(0));
  }
}
