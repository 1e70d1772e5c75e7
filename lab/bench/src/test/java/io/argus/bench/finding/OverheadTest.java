package io.argus.bench.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.argus.bench.result.Runs;
import io.argus.bench.result.Spread;
import io.argus.bench.run.WorkloadMix;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadTest {
  private static final WorkloadMix MIX = Overhead.pair("hot50");

  private static Finding named(List<Finding> findings, String of) {
    return findings.stream().filter(each -> each.of().equals(of)).findFirst().orElseThrow();
  }

  @Test
  void systemsAreComparedRepeatByRepeat() {
    List<Finding> findings =
        Overhead.findings(
            List.of("stock", "argus"),
            List.of(MIX),
            List.of(
                Runs.run("hot50+hot50", "argus", 1, 200, 200),
                Runs.run("hot50+hot50", "stock", 1, 100, 300),
                Runs.run("hot50+hot50", "stock", 0, 500, 500),
                Runs.run("hot50+hot50", "argus", 0, 490, 500),
                Runs.run("hot50+hot50", "argus", 2, 1, 1)));

    assertThat(findings)
        .extracting(Finding::of)
        .containsExactly(
            "hot50 alone, argus / stock",
            "hot50 alone, argus / stock, repeat 1",
            "hot50 alone, argus / stock, repeat 2",
            "hot50+hot50, argus / stock",
            "hot50+hot50, argus / stock, repeat 1",
            "hot50+hot50, argus / stock, repeat 2");
    assertThat(findings.get(0).figures()).containsEntry("throughputRatio", new Spread(1, 1, 1));
    assertThat(findings.get(3).figures())
        .containsEntry("throughputRatio", new Spread(0.995, 0.99, 1))
        .containsEntry("repeats", Spread.of(2));
    assertThat(findings.get(4).figures()).containsEntry("throughputRatio", Spread.of(0.99));
  }

  @Test
  void eachSystemIsComparedWithAllBeforeIt() {
    List<Finding> findings =
        Overhead.findings(
            List.of("stock", "tinylfu", "argus"),
            List.of(MIX),
            List.of(
                Runs.run("hot50+hot50", "stock", 0, 100, 100),
                Runs.run("hot50+hot50", "tinylfu", 0, 200, 200),
                Runs.run("hot50+hot50", "argus", 0, 300, 300)));

    assertThat(findings).hasSize(6).noneMatch(finding -> finding.of().contains("repeat"));
    assertThat(named(findings, "hot50+hot50, tinylfu / stock").figures())
        .containsEntry("throughputRatio", Spread.of(2));
    assertThat(named(findings, "hot50+hot50, argus / stock").figures())
        .containsEntry("throughputRatio", Spread.of(3));
    assertThat(named(findings, "hot50+hot50, argus / tinylfu").figures())
        .containsEntry("throughputRatio", Spread.of(1.5));
  }
}
