package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.result.Runs;
import io.argus.bench.result.Spread;
import io.argus.bench.run.WorkloadMix;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadTest {
  private static final WorkloadMix MIX = Overhead.pair("hot50");

  @Test
  void systemsAreComparedRepeatByRepeat() {
    List<Finding> findings =
        Overhead.findings(
            "argus",
            "stock",
            List.of(MIX),
            List.of(
                Runs.run("hot50+hot50", "stock", 0, 500, 500),
                Runs.run("hot50+hot50", "argus", 0, 490, 500),
                Runs.run("hot50+hot50", "argus", 1, 200, 200),
                Runs.run("hot50+hot50", "stock", 1, 100, 300),
                Runs.run("hot50+hot50", "argus", 2, 1, 1)));

    assertThat(findings).extracting(Finding::of).containsExactly("hot50 alone", "hot50+hot50");
    assertThat(findings.get(0).figures()).containsEntry("throughputRatio", new Spread(1, 1, 1));
    assertThat(findings.get(1).figures())
        .containsEntry("throughputRatio", new Spread(0.995, 0.99, 1))
        .containsEntry("repeats", Spread.of(2));
  }
}
