package io.argus.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairnessTest {
  @Test
  void violationIsThePartOfTheBaselineThatIsMissing() {
    assertThat(Fairness.violation(832, 149)).isCloseTo(0.821, within(0.001));
    assertThat(Fairness.violation(100, 100)).isZero();
    assertThat(Fairness.violation(100, 0)).isEqualTo(1);
  }

  @Test
  void violationIsNeverBelowZeroNorAboveOneNorNaN() {
    assertThat(Fairness.violation(100, 150)).isZero();
    assertThat(Fairness.violation(100, -50)).isEqualTo(1);
    for (double baseline : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      for (double throughput : new double[] {0, 5, Double.NaN, Double.POSITIVE_INFINITY}) {
        assertThat(Fairness.violation(baseline, throughput)).isZero();
      }
    }
    assertThat(Fairness.violation(100, Double.NaN)).isZero();
  }

  @Test
  void reproducesTheMeasuredFigures() {
    double[] violations = Fairness.violations(new double[] {832, 835}, new double[] {149, 590});
    assertThat(Fairness.jIndex(violations)).isCloseTo(0.817, within(0.001));
    assertThat(Fairness.efficiency(violations)).isCloseTo(0.443, within(0.001));
    assertThat(Fairness.dScore(0.5, violations)).isCloseTo(0.630, within(0.001));
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
  void jIndexLiesBetweenOneOverNAndOneAndIsGreatestForEqualViolations() {
    Random random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      int n = 1 + random.nextInt(50);
      double[] violations = random.doubles(n).toArray();
      assertThat(Fairness.jIndex(violations)).isBetween(1.0 / n - 1e-9, 1 + 1e-9);
      Arrays.fill(violations, violations[0]);
      assertThat(Fairness.jIndex(violations)).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void alphaWeighsFairnessAgainstEfficiency() {
    double[] violations = {0.2, 0.6};
    assertThat(Fairness.dScore(1, violations)).isEqualTo(Fairness.jIndex(violations));
    assertThat(Fairness.dScore(0, violations)).isEqualTo(Fairness.efficiency(violations));
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
        .isThrownBy(() -> Fairness.violations(new double[1], new double[2]))
        .withMessageContaining("1 baselines but 2 throughputs");
  }
}
