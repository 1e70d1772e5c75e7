package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Throughput and latency of a tenant by what it asks for, without and with a neighbour. */
public final class OfferedLoad {
  private OfferedLoad() {}

  /**
   * A finding for each system and workload mix, of the first tenant: {@code done} and {@code
   * aloneDone}, its throughput in relation to what it asks for; {@code p50}, {@code p99}, {@code
   * aloneP50} and {@code aloneP99}, milliseconds since operations were due.
   *
   * @param mixes whose first tenants have a target
   */
  public static List<Finding> findings(
      List<WorkloadMix> mixes, List<String> systems, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (String system : systems) {
      for (WorkloadMix mix : mixes) {
        List<TenantResult> own =
            MixResult.of(mix.label(), system, runs).stream()
                .map(run -> run.result().tenants().get(0))
                .toList();
        if (!own.isEmpty()) {
          findings.add(new Finding(mix.label() + ", " + system, figures(own)));
        }
      }
    }
    return findings;
  }

  private static Map<String, Spread> figures(List<TenantResult> own) {
    Map<String, ToDoubleFunction<TenantResult>> figures = new LinkedHashMap<>();
    figures.put("aloneDone", tenant -> tenant.isolatedThroughput() / tenant.target());
    figures.put("aloneP50", TenantResult::aloneP50Millis);
    figures.put("aloneP99", TenantResult::aloneP99Millis);
    figures.put("done", tenant -> tenant.throughput() / tenant.target());
    figures.put("p50", TenantResult::p50Millis);
    figures.put("p99", TenantResult::p99Millis);
    Map<String, Spread> spreads = new LinkedHashMap<>();
    figures.forEach((name, figure) -> spreads.put(name, Spread.of(own, figure)));
    return spreads;
  }
}
