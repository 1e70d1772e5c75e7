package io.argus.bench.experiment;

import io.argus.core.Fairness;
import java.util.List;
import java.util.Locale;

/**
 * How one system treated the tenants of a mix.
 *
 * <p>Immutable.
 */
public record SystemResult(
    String system,
    List<TenantResult> tenants,
    double jIndex,
    double efficiency,
    double dScore,
    double minMaxRatio) {

  public SystemResult {
    tenants = List.copyOf(tenants);
  }

  /** Scores the tenants' results. */
  public static SystemResult of(String system, List<TenantResult> tenants, double alpha) {
    double[] violations = tenants.stream().mapToDouble(TenantResult::violation).toArray();
    return new SystemResult(
        system,
        tenants,
        Fairness.jIndex(violations),
        Fairness.efficiency(violations),
        Fairness.dScore(alpha, violations),
        Fairness.minMaxRatio(
            tenants.stream().mapToDouble(TenantResult::baseline).toArray(),
            tenants.stream().mapToDouble(TenantResult::throughput).toArray()));
  }

  /** The scores in one line. */
  String scores() {
    return String.format(
        Locale.ROOT,
        "J-index %.3f   efficiency %.3f   D-score %.3f   min/max of t/b %.3f",
        jIndex,
        efficiency,
        dScore,
        minMaxRatio);
  }
}
