package io.argus.bench.result;

import static io.argus.core.text.Text.format;

import io.argus.core.plan.Fairness;
import java.util.List;

/** How one system served the tenants of a workload mix, with its scores. */
public record SystemResult(
    String system,
    List<TenantResult> tenants,
    double jIndex,
    double efficiency,
    double dScore,
    double minMaxRatio) {

  public SystemResult {
    if (system == null || tenants == null) {
      throw new IllegalArgumentException("the result of a system lacks its name or its tenants");
    }
    tenants = List.copyOf(tenants);
  }

  /** Scores the tenants' results. */
  public static SystemResult of(String system, List<TenantResult> tenants, double alpha) {
    double[] throughputLosses =
        tenants.stream().mapToDouble(TenantResult::throughputLoss).toArray();
    return new SystemResult(
        system,
        tenants,
        Fairness.jIndex(throughputLosses),
        Fairness.efficiency(throughputLosses),
        Fairness.dScore(alpha, throughputLosses),
        Fairness.minMaxRatio(
            tenants.stream().mapToDouble(TenantResult::isolatedThroughput).toArray(),
            tenants.stream().mapToDouble(TenantResult::throughput).toArray()));
  }

  /** Operations per second of all tenants. */
  public double totalThroughput() {
    return tenants.stream().mapToDouble(TenantResult::throughput).sum();
  }

  public String scores() {
    return format(
        "J-index %.3f   efficiency %.3f   D-score %.3f   min/max of throughput / isolated %.3f  "
            + " total %,.0f/s",
        jIndex, efficiency, dScore, minMaxRatio, totalThroughput());
  }
}
