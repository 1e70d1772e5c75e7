package io.argus.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.run.LoadRun;
import io.argus.bench.run.ServerObserver;
import io.argus.bench.run.TenantRun;
import io.argus.bench.run.WorkloadMix;
import io.argus.load.client.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InterleavingTest {
  private final Interleaving interleaving =
      new Interleaving(WorkloadMix.parse("exhot50+uniform200").tenants());

  private static LoadRun.Outcome run(double steal, double... throughputs) {
    List<TenantRun> tenants = new ArrayList<>();
    for (double each : throughputs) {
      tenants.add(
          new TenantRun(
              new LoadResult(each, each / 10, each / 5, each / 2, each, 1, (long) each),
              List.of((long) each)));
    }
    return new LoadRun.Outcome(
        tenants,
        true,
        steal,
        List.of(Map.of(), Map.of("tenanta", new ServerObserver.Seen(0.12, 5e6, 64L << 20))));
  }

  @Test
  void aRunOfEachIsTakenAsItIs() {
    interleaving.alone(0, run(0, 1_000));
    interleaving.alone(1, run(0.01, 500));
    interleaving.together(run(0, 800, 400));
    TenantResult exHot = interleaving.results().get(0);
    assertThat(exHot.isolatedThroughput()).isEqualTo(1_000);
    assertThat(exHot.throughput()).isEqualTo(800);
    assertThat(exHot.p99Millis()).isEqualTo(400);
    assertThat(exHot.aloneP99Millis()).isEqualTo(500);
    assertThat(exHot.throughputLoss()).isCloseTo(0.2, within(1e-9));
    assertThat(interleaving.results().get(1).throughputLoss()).isCloseTo(0.2, within(1e-9));
    assertThat(interleaving.kept()).containsExactly(List.of(), List.of());
    assertThat(interleaving.losses().get(0).get(0).clients()).isCloseTo(0.2, within(1e-9));
    assertThat(interleaving.losses().get(0).get(0).servers()).isEqualTo(0.12);
    assertThat(interleaving.losses().get(1)).as("the servers do not say").isEmpty();
    assertThat(interleaving.steal()).isEqualTo(0.01);
    assertThat(interleaving.resources())
        .as("the servers say nothing in the first second, and nothing of the other tenant")
        .containsExactly(
            new ResourceUse(List.of(0L, 5_000_000L), List.of(0L, 64L << 20)), ResourceUse.UNKNOWN);
  }

  @Test
  void aSlowerMachineIsNoThroughputLoss() {
    interleaving.alone(1, run(0, 500));
    interleaving.together(run(0, 900, 400));
    for (double speed : new double[] {1, 0.5, 0.6}) {
      interleaving.alone(0, run(0, speed * 1_000));
      interleaving.together(run(0, speed * 900, 400));
    }
    TenantResult exHot = interleaving.results().get(0);
    assertThat(exHot.isolatedThroughput()).isCloseTo(700, within(1e-9));
    assertThat(exHot.throughput()).isCloseTo(697.5, within(1e-9));
    assertThat(exHot.p50Millis()).isCloseTo((54 + 90) / 2.0, within(1e-9));
    assertThat(exHot.errors()).isEqualTo(4);
    assertThat(exHot.opsBySecond()).containsExactly(900L, 900L, 450L, 540L);
    assertThat(interleaving.kept()).containsExactly(List.of(0.9, 0.9, 0.9), List.of());
  }
}
