package io.argus.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairnessTest {
  @Test
  void throughputViolationIsThePartOfTheIsolatedThroughputThatIsMissing() {
    assertThat(Fairness.throughputViolation(832, 149)).isCloseTo(0.821, within(0.001));
    assertThat(Fairness.throughputViolation(100, 100)).isZero();
    assertThat(Fairness.throughputViolation(100, 0)).isEqualTo(1);
  }

  @Test
  void throughputViolationIsNeverBelowZeroNorAboveOneNorNaN() {
    assertThat(Fairness.throughputViolation(100, 150)).isZero();
    assertThat(Fairness.throughputViolation(100, -50)).isEqualTo(1);
    for (double isolatedThroughput : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      for (double throughput : new double[] {0, 5, Double.NaN, Double.POSITIVE_INFINITY}) {
        assertThat(Fairness.throughputViolation(isolatedThroughput, throughput)).isZero();
      }
    }
    assertThat(Fairness.throughputViolation(100, Double.NaN)).isZero();
  }

  @Test
  void reproducesTheMeasuredFigures() {
    double[] throughputViolations = {
      Fairness.throughputViolation(832, 149), Fairness.throughputViolation(835, 590)
    };
    assertThat(Fairness.jIndex(throughputViolations)).isCloseTo(0.817, within(0.001));
    assertThat(Fairness.efficiency(throughputViolations)).isCloseTo(0.443, within(0.001));
    assertThat(Fairness.dScore(0.5, throughputViolations)).isCloseTo(0.630, within(0.001));
  }

  @Test
  void nobodyHurtIsPerfectlyFair() {
    assertThat(Fairness.jIndex(new double[] {})).isEqualTo(1);
    assertThat(Fairness.jIndex(new double[] {0, 0, 0})).isEqualTo(1);
    assertThat(Fairness.jIndex(new double[] {0.0049, 0})).isEqualTo(1);
    assertThat(Fairness.jIndex(new double[] {0.005, 0})).isEqualTo(0.5);
    assertThat(Fairness.efficiency(new double[] {})).isEqualTo(1);
  }

  @Test
  void oneTenantAloneIsAlwaysFairlyTreated() {
    assertThat(Fairness.jIndex(new double[] {0.7})).isEqualTo(1);
  }

  @Test
  void jIndexLiesBetweenOneOverNAndOneAndIsGreatestForEqualThroughputViolations() {
    Random random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      int n = 1 + random.nextInt(50);
      double[] throughputViolations = random.doubles(n).toArray();
      assertThat(Fairness.jIndex(throughputViolations)).isBetween(1.0 / n - 1e-9, 1 + 1e-9);
      Arrays.fill(throughputViolations, throughputViolations[0]);
      assertThat(Fairness.jIndex(throughputViolations)).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void alphaWeighsFairnessAgainstEfficiency() {
    double[] throughputViolations = {0.2, 0.6};
    assertThat(Fairness.dScore(1, throughputViolations))
        .isEqualTo(Fairness.jIndex(throughputViolations));
    assertThat(Fairness.dScore(0, throughputViolations))
        .isEqualTo(Fairness.efficiency(throughputViolations));
  }

  @Test
  void minMaxRatioComparesTheLeastWithTheBestServed() {
    assertThat(Fairness.minMaxRatio(new double[] {100, 100}, new double[] {40, 80})).isEqualTo(0.5);
    assertThat(Fairness.minMaxRatio(new double[] {100, 0}, new double[] {40, 80})).isEqualTo(1);
    assertThat(Fairness.minMaxRatio(new double[] {100, 100}, new double[] {0, 0})).isEqualTo(1);
    assertThat(Fairness.minMaxRatio(new double[] {}, new double[] {})).isEqualTo(1);
  }

  @Test
  void refusesListsOfDifferentLengths() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fairness.minMaxRatio(new double[1], new double[2]))
        .withMessageContaining("1 isolated throughputs but 2 throughputs");
  }
}
