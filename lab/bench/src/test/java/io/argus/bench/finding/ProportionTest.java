package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.result.Runs;
import io.argus.bench.run.TenantWorkload;
import io.argus.bench.run.WorkloadMix;
import io.argus.load.client.Preset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProportionTest {
  private static final String LABEL = "uniform50+uniform200";
  private static final WorkloadMix MIX =
      new WorkloadMix(
          LABEL,
          List.of(
              new TenantWorkload("tenanta", Preset.UNIFORM, 50).weighing(3),
              new TenantWorkload("tenantb", Preset.UNIFORM, 200)));

  @Test
  void throughputIsComparedByWeightAndWithTheDuePart() {
    List<Finding> findings =
        Proportion.findings(
            List.of(MIX),
            List.of("stock", "argus", "other"),
            "stock",
            List.of(Runs.run(LABEL, "stock", 0, 200, 800), Runs.run(LABEL, "argus", 0, 720, 200)));
    assertThat(findings)
        .extracting(Finding::of)
        .containsExactly(LABEL + ", stock", LABEL + ", argus");
    assertThat(median(findings.get(0), "minMaxPerWeight")).isCloseTo(1 / 12.0, within(1e-9));
    assertThat(median(findings.get(0), "floor")).isCloseTo(200 / 750.0, within(1e-9));
    assertThat(median(findings.get(1), "minMaxPerWeight")).isCloseTo(200 / 240.0, within(1e-9));
    assertThat(median(findings.get(1), "floor")).isCloseTo(0.8, within(1e-9));
    assertThat(median(findings.get(1), "total")).isEqualTo(920);
    assertThat(median(findings.get(1), "ofReference")).isCloseTo(0.92, within(1e-9));
  }

  private static double median(Finding finding, String figure) {
    return finding.figures().get(figure).median();
  }
}
