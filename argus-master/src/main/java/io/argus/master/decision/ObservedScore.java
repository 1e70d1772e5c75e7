package io.argus.master.decision;

import io.argus.core.plan.Fairness;
import io.argus.master.model.TenantModel;
import java.util.List;

/**
 * The measures of interference as observed now, over the tenants that are not slow; each throughput
 * violation counts with its tenant's weight as it does in planning.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class ObservedScore {
  private final double jIndex;
  private final double efficiency;
  private final double dScore;
  private final double minMaxRatio;
  private final double worstThroughputViolation;

  private ObservedScore(
      double jIndex,
      double efficiency,
      double alpha,
      double minMaxRatio,
      double worstThroughputViolation) {
    this.jIndex = jIndex;
    this.efficiency = efficiency;
    this.dScore = alpha * jIndex + (1 - alpha) * efficiency;
    this.minMaxRatio = minMaxRatio;
    this.worstThroughputViolation = worstThroughputViolation;
  }

  public static ObservedScore of(double alpha, List<TenantModel> models) {
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
    return new ObservedScore(
        worst < Fairness.UNHURT_THROUGHPUT_VIOLATION ? 1 : Fairness.jIndex(weighted),
        counted.length == 0 ? 1 : 1 - sum / totalWeight,
        alpha,
        Fairness.minMaxRatio(isolatedThroughputs, throughputs),
        worst);
  }

  public double jIndex() {
    return jIndex;
  }

  public double efficiency() {
    return efficiency;
  }

  public double dScore() {
    return dScore;
  }

  public double minMaxRatio() {
    return minMaxRatio;
  }

  public double worstThroughputViolation() {
    return worstThroughputViolation;
  }
}
