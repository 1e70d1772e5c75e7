package io.argus.bench.result;

import io.argus.bench.run.TenantRun;
import io.argus.bench.run.TenantWorkload;
import io.argus.core.plan.Fairness;
import io.argus.load.client.LoadResult;
import java.util.List;

/**
 * What one tenant got in a workload mix, and its isolated throughput.
 *
 * @param target demand in operations per second, 0 for unlimited
 * @param isolatedThroughput measured, operations per second
 * @param throughput operations per second in the mix
 * @param throughputLoss part of the isolated throughput that is lost, 0..1
 * @param errors operations that failed in the mix's window
 * @param opsBySecond operations in each second of the mix, its ramp included
 * @param placement of its table; empty if it is even
 */
public record TenantResult(
    String name,
    String workload,
    int threads,
    double target,
    double isolatedThroughput,
    double throughput,
    double throughputLoss,
    double p50Millis,
    double p95Millis,
    double p99Millis,
    double aloneP50Millis,
    double aloneP99Millis,
    long errors,
    List<Long> opsBySecond,
    String placement) {

  public TenantResult {
    if (name == null || workload == null || opsBySecond == null) {
      throw new IllegalArgumentException(
          "the result of a tenant lacks its name, workload or operations");
    }
    placement = placement == null ? "" : placement; // lines of old results files have none
    opsBySecond = List.copyOf(opsBySecond);
  }

  /** Compares a run in the mix with the same workload alone. */
  public static TenantResult of(TenantWorkload tenant, LoadResult alone, TenantRun mixed) {
    LoadResult result = mixed.result();
    return new TenantResult(
        tenant.name(),
        tenant.workload().label(),
        tenant.threads(),
        tenant.target(),
        alone.throughput(),
        result.throughput(),
        Fairness.throughputLoss(alone.throughput(), result.throughput()),
        result.p50Millis(),
        result.p95Millis(),
        result.p99Millis(),
        alone.p50Millis(),
        alone.p99Millis(),
        result.errors(),
        mixed.opsBySecond(),
        tenant.placement().text());
  }

  /** The workload as mixes write it. */
  public String load() {
    return TenantWorkload.label(workload, threads, target, placement());
  }

  /** The same throughput against the isolated throughput of another result. */
  public TenantResult withIsolatedThroughputOf(TenantResult other) {
    return new TenantResult(
        name,
        workload,
        threads,
        target,
        other.isolatedThroughput(),
        throughput,
        Fairness.throughputLoss(other.isolatedThroughput(), throughput),
        p50Millis,
        p95Millis,
        p99Millis,
        other.aloneP50Millis(),
        other.aloneP99Millis(),
        errors,
        opsBySecond,
        placement);
  }
}
