package io.argus.core.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FairnessTest {
  @Test
  void throughputLossIsThePartOfTheIsolatedThroughputThatIsMissing() {
    assertThat(Fairness.throughputLoss(832, 149)).isCloseTo(0.821, within(0.001));
    assertThat(Fairness.throughputLoss(100, 100)).isZero();
    assertThat(Fairness.throughputLoss(100, 0)).isEqualTo(1);
  }

  @Test
  void throughputLossIsNeverBelowZeroNorAboveOneNorNaN() {
    assertThat(Fairness.throughputLoss(100, 150)).isZero();
    assertThat(Fairness.throughputLoss(100, -50)).isEqualTo(1);
    for (double isolatedThroughput : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      for (double throughput : new double[] {0, 5, Double.NaN, Double.POSITIVE_INFINITY}) {
        assertThat(Fairness.throughputLoss(isolatedThroughput, throughput)).isZero();
      }
    }
    assertThat(Fairness.throughputLoss(100, Double.NaN)).isZero();
  }

  @Test
  void reproducesTheMeasuredFigures() {
    double[] throughputLosses = {
      Fairness.throughputLoss(832, 149), Fairness.throughputLoss(835, 590)
    };
    assertThat(Fairness.jIndex(throughputLosses)).isCloseTo(0.817, within(0.001));
    assertThat(Fairness.efficiency(throughputLosses)).isCloseTo(0.443, within(0.001));
    assertThat(Fairness.dScore(0.5, throughputLosses)).isCloseTo(0.630, within(0.001));
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
  void jIndexLiesBetweenOneOverNAndOneAndIsGreatestForEqualThroughputLosses() {
    Random random = new Random(1);
    for (int round = 0; round < 1000; round++) {
      int n = 1 + random.nextInt(50);
      double[] throughputLosses = random.doubles(n).toArray();
      assertThat(Fairness.jIndex(throughputLosses)).isBetween(1.0 / n - 1e-9, 1 + 1e-9);
      Arrays.fill(throughputLosses, throughputLosses[0]);
      assertThat(Fairness.jIndex(throughputLosses)).isCloseTo(1, within(1e-9));
    }
  }

  /** Sums that a planner changes by differences, of weights such as 1,000 and .001. */
  @Test
  void jIndexIsAtMostOneWhereSquaresHaveCancelledOut() {
    for (double squares : new double[] {0, -1e-18, 1e-18}) {
      assertThat(Fairness.jIndex(2, 0.001, squares)).isEqualTo(1);
    }
  }

  @Test
  void alphaWeighsFairnessAgainstEfficiency() {
    double[] throughputLosses = {0.2, 0.6};
    assertThat(Fairness.dScore(1, throughputLosses)).isEqualTo(Fairness.jIndex(throughputLosses));
    assertThat(Fairness.dScore(0, throughputLosses))
        .isEqualTo(Fairness.efficiency(throughputLosses));
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
