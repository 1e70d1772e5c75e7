package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Runs;
import io.argus.bench.result.Spread;
import io.argus.bench.run.WorkloadMix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SweepTest {
  private static final String LABEL = "uniform50+uniform200";
  private static final WorkloadMix MIX = WorkloadMix.parse(LABEL);

  private static MixResult called(String mix, MixResult run) {
    return new MixResult(
        mix,
        run.repeat(),
        run.fingerprint(),
        run.result(),
        0,
        run.keptInterleaved(),
        run.losses(),
        run.resources());
  }

  @Test
  void theBestPinnedReservationOfEachMixIsTheYardstick() {
    WorkloadMix unmeasured = WorkloadMix.parse("hot50+uniform50");
    Map<WorkloadMix, List<WorkloadMix>> pinned = new LinkedHashMap<>();
    pinned.put(
        MIX, List.of(new WorkloadMix("x", MIX.tenants()), new WorkloadMix("y", MIX.tenants())));
    pinned.put(unmeasured, List.of(new WorkloadMix("z", unmeasured.tenants())));
    List<Finding> findings =
        Sweep.best(
            pinned,
            List.of(
                Runs.run(LABEL, "argus", 0, 400, 400),
                called("x", Runs.run(LABEL, "argus", 0, 100, 800)),
                called("y", Runs.run(LABEL, "argus", 0, 500, 500))));

    assertThat(findings)
        .extracting(Finding::of)
        .containsExactly("best pinned: y", "planned: " + LABEL);
    assertThat(findings.get(1).figures().get("ofBestPinned").median())
        .isCloseTo(0.7 / 0.75, within(1e-9));
  }

  @Test
  void creditsAreMeasuredByTheIsolatedThroughputWithoutThem() {
    MixResult throttled = Runs.run(LABEL, "argus-20M", 0, 250, 250);
    List<Finding> findings =
        Sweep.rebased(
            List.of("argus-auto", "argus-20M", "argus-40M"),
            "argus-auto",
            0.5,
            List.of(Runs.run(LABEL, "argus-auto", 0, 500, 500), throttled));

    assertThat(findings).extracting(Finding::of).containsExactly("argus-auto", "argus-20M");
    assertThat(findings.get(1).figures())
        .containsEntry("efficiency", Spread.of(0.25))
        .containsEntry("throughput", Spread.of(500));
  }

  @Test
  void theFirstTenantIsComparedWithItselfWhenNobodyElseIsThere() {
    WorkloadMix one = WorkloadMix.parse("uniform50");
    List<Finding> findings =
        Sweep.firstTenant(
            Map.of(MIX, one),
            List.of(
                called("uniform50", Runs.run("uniform50", "argus", 0, 400)),
                Runs.run(LABEL, "argus", 0, 396, 400)));

    assertThat(findings.get(0).figures()).containsEntry("ratio", Spread.of(0.99));
  }
}
