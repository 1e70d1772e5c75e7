package io.argus.bench.experiment;

import io.argus.bench.load.LoadResult;
import io.argus.core.Fairness;

/**
 * What one tenant got in the mix, beside what it gets alone.
 *
 * @param baseline operations per second alone
 * @param throughput operations per second in the mix
 *     <p>Immutable.
 */
public record TenantResult(
    String name,
    String workload,
    int threads,
    double baseline,
    double throughput,
    double violation,
    double p50Millis,
    double p99Millis) {

  /** Compares a run in the mix with the same load alone. */
  public static TenantResult of(TenantLoad tenant, LoadResult alone, LoadResult mixed) {
    return new TenantResult(
        tenant.name(),
        tenant.workload().label(),
        tenant.threads(),
        alone.throughput(),
        mixed.throughput(),
        Fairness.violation(alone.throughput(), mixed.throughput()),
        mixed.p50Millis(),
        mixed.p99Millis());
  }
}
