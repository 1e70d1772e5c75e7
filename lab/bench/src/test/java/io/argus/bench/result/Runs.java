package io.argus.bench.result;

import io.argus.bench.run.TenantRun;
import io.argus.bench.run.WorkloadMix;
import io.argus.load.client.LoadResult;
import java.util.ArrayList;
import java.util.List;

/** Measurements as campaigns make them, with given figures. */
public final class Runs {
  public static final long ROWS = 300_000;

  private Runs() {}

  /**
   * A run in which every tenant, alone at 1000/s, gets that many operations a second, 80 % in the
   * first interleaved run.
   */
  public static MixResult run(String mix, String system, int repeat, double... throughputs) {
    WorkloadMix parsed = WorkloadMix.parse(mix);
    List<TenantResult> tenants = new ArrayList<>();
    for (int i = 0; i < throughputs.length; i++) {
      tenants.add(
          TenantResult.of(
              parsed.tenants().get(i),
              new LoadResult(1000, 1, 2, 3, 4, 0, 20_000),
              new TenantRun(
                  new LoadResult(throughputs[i], 10 + i, 20 + i, 30 + i, 40 + i, 7, 9),
                  List.of(repeat + 1L, 2L))));
    }
    return new MixResult(
        mix,
        repeat,
        system + parsed.digest(ROWS),
        SystemResult.of(system, tenants, 0.5),
        0.02,
        tenants.stream().map(tenant -> List.of(0.8, 0.6 + 0.1 * repeat)).toList(),
        tenants.stream()
            .map(tenant -> List.of(new ThroughputLoss(0.2, 0.1 + 0.1 * repeat)))
            .toList(),
        tenants.stream()
            .map(tenant -> new ResourceUse(List.of(repeat + 1_000L), List.of(repeat + 10L)))
            .toList());
  }
}
