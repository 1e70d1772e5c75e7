package io.argus.master.planner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ObjectiveTest {
  /** Entitlements as different as weights may be. */
  @Test
  void theJIndexIsNeverAboveOneWhateverTheWeights() {
    double little = 1e-6;
    ThroughputLossSums sums = new ThroughputLossSums(new Objective(0.5, 2));
    sums.add(1, 0.9, 0.9, 0);
    sums.add(little, 1 - little / 2, 1 - little / 2, 0);
    for (double worst : new double[] {0.5, 0.1, 1e-3, 0}) {
      sums.replace(1, 0.9, worst, 0, 0);
      assertThat(sums.score().jIndex()).isBetween(0.0, 1.0);
      assertThat(sums.value()).isBetween(0.0, 1.01);
      sums.replace(1, worst, 0.9, 0, 0);
    }
  }

  @Test
  void whatIsInProportionToWeightsIsFair() {
    ThroughputLossSums sums = new ThroughputLossSums(new Objective(0.5, 3));
    sums.add(1, 0.4, 0.4, 0); // keeps 0.6
    sums.add(1.0 / 3, 0.8, 0.8, 0); // keeps 0.2
    sums.add(1.0 / 2, 0.7, 0.7, 0); // keeps 0.3
    assertThat(sums.score().jIndex()).isCloseTo(1, within(1e-9));
    assertThat(sums.score().efficiency()).isCloseTo((0.6 + 0.2 + 0.3) / 3, within(1e-9));
  }

  @Test
  void moreThanTheEntitlementIsWorthMoreIfItCostsNobodyAnything() {
    ThroughputLossSums sums = new ThroughputLossSums(new Objective(0.5, 2));
    sums.add(1, 0.2, 0.2, 0);
    sums.add(0.1, 0.92, 0.92, 0);
    double inProportion = sums.value();
    sums.replace(0.1, 0.92, 0.3, -0.62, 0);
    assertThat(sums.value()).isGreaterThan(inProportion);
  }
}
