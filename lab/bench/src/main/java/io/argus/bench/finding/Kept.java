package io.argus.bench.finding;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Spread;
import io.argus.bench.result.SystemResult;
import io.argus.bench.result.TenantResult;
import io.argus.bench.run.WorkloadMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What tenants that share something keep of what each does alone. */
public final class Kept {
  private Kept() {}

  /**
   * A finding for each workload mix and system: {@code kept}, a tenant's throughput in relation to
   * its isolated one; {@code p99}, milliseconds, and {@code aloneP99}; {@code work}, the sum of
   * what all tenants keep, which is 1 where a server that each can use whole is divided without a
   * loss.
   */
  public static List<Finding> findings(
      List<WorkloadMix> mixes, List<String> systems, List<MixResult> runs) {
    List<Finding> findings = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      for (String system : systems) {
        List<SystemResult> own =
            MixResult.of(mix.label(), system, runs).stream().map(MixResult::result).toList();
        if (!own.isEmpty()) {
          findings.add(new Finding(mix.label() + ", " + system, figures(mix, own)));
        }
      }
    }
    return findings;
  }

  private static Map<String, Spread> figures(WorkloadMix mix, List<SystemResult> own) {
    Map<String, Spread> figures = new LinkedHashMap<>();
    for (int i = 0; i < mix.tenants().size(); i++) {
      int number = i;
      String label = mix.tenants().get(i).label();
      figures.put(label + " kept", Spread.of(own, result -> kept(result.tenants().get(number))));
      figures.put(
          label + " p99", Spread.of(own, result -> result.tenants().get(number).p99Millis()));
      figures.put(
          label + " aloneP99",
          Spread.of(own, result -> result.tenants().get(number).aloneP99Millis()));
    }
    figures.put(
        "work", Spread.of(own, result -> result.tenants().stream().mapToDouble(Kept::kept).sum()));
    return figures;
  }

  private static double kept(TenantResult tenant) {
    double alone = tenant.isolatedThroughput();
    return alone == 0 ? 0 : tenant.throughput() / alone;
  }
}
