package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.result.Runs;
import io.argus.bench.run.WorkloadMix;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeptTest {
  private static final String LABEL = "uniform50+uniform200";

  @Test
  void whatTenantsKeepSumsToTheWorkOfTheServer() {
    List<Finding> findings =
        Kept.findings(
            List.of(WorkloadMix.parse(LABEL)),
            List.of("stock", "argus", "other"),
            List.of(Runs.run(LABEL, "stock", 0, 200, 800), Runs.run(LABEL, "argus", 0, 500, 400)));
    assertThat(findings)
        .extracting(Finding::of)
        .containsExactly(LABEL + ", stock", LABEL + ", argus");
    assertThat(findings.get(1).figures())
        .containsOnlyKeys(
            "uniform50 kept",
            "uniform50 p99",
            "uniform50 aloneP99",
            "uniform200 kept",
            "uniform200 p99",
            "uniform200 aloneP99",
            "work");
    double kept = findings.get(1).figures().get("uniform50 kept").median();
    assertThat(kept).isCloseTo(0.5, within(1e-9));
    assertThat(findings.get(1).figures().get("work").median()).isCloseTo(0.9, within(1e-9));
  }
}
