package io.argus.bench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class KeptOfStockTest {
  private static final String MIX = "hot50+uniform50";

  @Test
  void aTenantThatIsFasterAloneCostsNothingAndMayKeepMoreThanAll() {
    MixResult stock = Runs.run(MIX, "stock", 0, 300, 500);
    SystemResult faster =
        SystemResult.of(
            "argus",
            Runs.run(MIX, "argus", 0, 1200, 400).result().tenants().stream()
                .map(tenant -> tenant.withIsolatedThroughputOf(alone(tenant, 2000)))
                .toList(),
            0.5);

    KeptOfStock kept = KeptOfStock.of(faster, stock.result());

    assertThat(kept.tenants()).containsExactly(1.2, 0.4);
    assertThat(kept.least()).isEqualTo(0.4);
    assertThat(kept.mean()).isCloseTo(0.8, within(1e-9));
    assertThat(kept.minMaxRatio()).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(kept.scores()).isEqualTo("1.200, 0.400   efficiency 0.800   min/max 0.333");
    assertThat(faster.efficiency()).as("by its own yardstick").isCloseTo(0.4, within(1e-9));
  }

  @Test
  void onlyStockOfTheSameRepeatAndMixCounts() {
    MixResult argus = Runs.run(MIX, "argus", 1, 300, 500);
    assertThat(
            KeptOfStock.of(
                argus,
                List.of(
                    argus,
                    Runs.run(MIX, "stock", 0, 1, 1),
                    Runs.run("hot50+uniform200", "stock", 1, 1, 1))))
        .isEmpty();
    assertThat(KeptOfStock.of(argus, List.of(Runs.run(MIX, "stock", 1, 1, 1))))
        .hasValue(new KeptOfStock(List.of(0.3, 0.5)));
  }

  @Test
  void nobodyKeepsAnything() {
    assertThat(new KeptOfStock(List.of(0.0, 0.0)).minMaxRatio()).isEqualTo(1);
  }

  private static TenantResult alone(TenantResult of, double throughput) {
    return new TenantResult(
        of.name(),
        of.workload(),
        of.threads(),
        of.target(),
        throughput,
        of.throughput(),
        0,
        1,
        1,
        1,
        1,
        1,
        0,
        List.of(),
        "");
  }
}
