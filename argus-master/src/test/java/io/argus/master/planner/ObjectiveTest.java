package io.argus.master.planner;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectiveTest {
  /** The squares of such weights differ by more than a double has digits. */
  @Test
  void theJIndexIsNeverAboveOneWhateverTheWeights() {
    Objective objective = new Objective(0.5, 2, 1000.001, 1000);
    ThroughputLossSums sums = new ThroughputLossSums(objective);
    sums.add(1000, 0.9, 0.9, 0);
    sums.add(1e-3, 0.009, 0.009, 0);
    for (double worst : new double[] {0.5, 0.1, 1e-3, 0}) {
      sums.replace(1000, 0.9, worst, 0, 0);
      assertThat(sums.score().jIndex()).isBetween(0.0, 1.0);
      assertThat(sums.value()).isBetween(0.0, 1.01);
      sums.replace(1000, worst, 0.9, 0, 0);
    }
  }
}
