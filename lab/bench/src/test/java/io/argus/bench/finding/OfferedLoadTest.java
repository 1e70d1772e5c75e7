package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.result.MixResult;
import io.argus.bench.result.Runs;
import io.argus.bench.result.Spread;
import io.argus.bench.run.WorkloadMix;
import java.util.List;
import org.junit.jupiter.api.Test;

class OfferedLoadTest {
  private static final String HALF = "exhot50@500+scan200";
  private static final String ALL = "exhot50@1000+scan200";

  @Test
  void theFirstTenantsFiguresAreByWhatItAsksFor() {
    List<MixResult> runs =
        List.of(
            Runs.run(ALL, "argus", 0, 800, 3),
            Runs.run(ALL, "argus", 1, 900, 3),
            Runs.run(HALF, "argus", 0, 500, 3));

    List<Finding> findings =
        OfferedLoad.findings(
            List.of(WorkloadMix.parse(HALF), WorkloadMix.parse(ALL)),
            List.of("stock", "argus"),
            runs);

    assertThat(findings)
        .extracting(Finding::of)
        .as("by system, then by load; stock HBase was not measured")
        .containsExactly(HALF + ", argus", ALL + ", argus");
    assertThat(findings.get(1).figures().get("done")).isEqualTo(Spread.of(0.8, 0.9));
    assertThat(findings.get(1).figures().get("aloneDone")).isEqualTo(Spread.of(1));
    assertThat(findings.get(0).figures().get("done")).isEqualTo(Spread.of(1));
    assertThat(findings.get(0).figures().get("p99")).isEqualTo(Spread.of(30));
    assertThat(findings.get(0).figures().get("aloneP99")).isEqualTo(Spread.of(3));
  }
}
