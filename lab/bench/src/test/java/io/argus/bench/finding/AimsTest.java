package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.result.Runs;
import io.argus.bench.result.Spread;
import io.argus.bench.run.WorkloadMix;
import java.util.List;
import org.junit.jupiter.api.Test;

class AimsTest {
  @Test
  void aSystemIsComparedWithItsAimsAndTheBestOfTheOthers() {
    List<Finding> findings =
        Aims.findings(
            "argus",
            WorkloadMix.standard(),
            List.of(
                Runs.run("exhot50+scan200", "stock", 0, 10, 900),
                Runs.run("exhot50+scan200", "wfq", 0, 500, 500),
                Runs.run("exhot50+scan200", "argus", 0, 800, 800),
                Runs.run("exhot50+scan200", "argus", 1, 700, 700),
                Runs.run("uniform50+scan200", "stock", 0, 10, 900)));

    assertThat(findings).hasSize(1);
    assertThat(findings.get(0).of()).isEqualTo("exhot50+scan200, argus");
    assertThat(findings.get(0).figures().get("jAboveAim").median()).isEqualTo(0.03, within(1e-9));
    Spread dScore = findings.get(0).figures().get("dAboveAim");
    assertThat(dScore.min()).isEqualTo(0.85 - 0.89, within(1e-9));
    assertThat(dScore.max()).isEqualTo(0.90 - 0.89, within(1e-9));
    assertThat(findings.get(0).figures().get("dAboveBestOther").median())
        .isEqualTo(0.875 - 0.75, within(1e-9));
  }

  @Test
  void elseThereIsNothingToFind() {
    WorkloadMix own = WorkloadMix.parse("hot10+scan3");
    assertThat(
            Aims.findings(
                "argus", List.of(own), List.of(Runs.run("hot10+scan3", "argus", 0, 1, 1))))
        .isEmpty();
  }
}
