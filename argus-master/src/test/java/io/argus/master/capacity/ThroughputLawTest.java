package io.argus.master.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ThroughputLawTest {
  private static List<MeasuredPoint> points(double a, double b, double c, double noise, int... n) {
    Random random = new Random(5);
    List<MeasuredPoint> points = new ArrayList<>();
    for (int servers : n) {
      double exact = a + b * servers + c / servers;
      points.add(new MeasuredPoint(servers, exact * (1 + noise * random.nextGaussian())));
    }
    return points;
  }

  @Test
  void recoversTheThreeTermsOfTheThesis() {
    ThroughputLaw law =
        ThroughputLaw.fit(points(300, 5000, -800, 0, 2, 4, 8, 16, 25)).orElseThrow();
    assertThat(law.a).isCloseTo(300, within(1e-6));
    assertThat(law.b).isCloseTo(5000, within(1e-6));
    assertThat(law.c).isCloseTo(-800, within(1e-6));
    assertThat(law.at(30)).isCloseTo(300 + 5000 * 30 - 800 / 30.0, within(1e-3));
  }

  @Test
  void foretellsWithinThreePercentFromNoisyMeasurements() {
    ThroughputLaw law =
        ThroughputLaw.fit(points(300, 5000, -800, 0.02, 2, 4, 6, 8, 10, 13, 16, 20, 25))
            .orElseThrow();
    for (int n : new int[] {18, 28, 30}) {
      double exact = 300 + 5000 * n - 800.0 / n;
      assertThat(law.at(n)).isCloseTo(exact, within(0.03 * exact));
    }
  }

  @Test
  void hasOnlyTheTermsThatTheSizesDetermine() {
    assertThat(ThroughputLaw.fit(List.of())).isEmpty();
    assertThat(ThroughputLaw.fit(points(0, 600, 0, 0, 3)).orElseThrow().toString())
        .isEqualTo("600.0 n");
    assertThat(ThroughputLaw.fit(points(0, 600, 0, 0, 3, 3, 4)).orElseThrow().a).isZero();
    ThroughputLaw straight = ThroughputLaw.fit(points(100, 600, 0, 0, 1, 2, 3)).orElseThrow();
    assertThat(straight.a).isCloseTo(100, within(1e-6));
    assertThat(straight.c).isZero();
  }

  @Test
  void latencyGrowsAsAQueueDoesAndIsUnknownNearSaturation() {
    LatencyLaw law = LatencyLaw.of(0.005, 1000, 500); // 2 ms of queue, 3 ms of base
    assertThat(law.seconds(1000, 750).orElseThrow()).isCloseTo(0.007, within(1e-9));
    assertThat(law.seconds(1000, 960)).isEmpty();
    assertThat(LatencyLaw.of(0.5, 1000, 990).seconds(1000, 500).orElseThrow())
        .as("a saturated server says nothing of the base")
        .isCloseTo(0.002, within(1e-9));
  }

  @Test
  void aPointIsTheMedianOfSettledMinutesInWhichTheTenantWantedMore() {
    double none = Double.NaN;
    double[] servers = {2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 2.5, none};
    double[] operations = {9, 9, 9, 10, 30, 20, 70, 70, 70, 40, none, 50, 60};
    double[] limited = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    List<MeasuredPoint> points = measured(servers, operations, limited);
    assertThat(points).extracting(point -> point.servers).containsExactly(2, 3);
    assertThat(points).extracting(point -> point.operationsPerSecond).containsExactly(20.0, 40.0);
    limited[4] = 0.1;
    limited[9] = 1;
    assertThat(measured(servers, operations, limited))
        .extracting(point -> point.operationsPerSecond)
        .containsExactly(15.0);
  }

  private static List<MeasuredPoint> measured(
      double[] servers, double[] operations, double[] limited) {
    MeasuredPoint.Minutes minutes = new MeasuredPoint.Minutes();
    minutes.addEarlier(servers, operations, limited);
    return minutes.points();
  }

  @Test
  void theLatestMinutesCountAndAreEnough() {
    double[] servers = new double[40];
    double[] operations = new double[40];
    double[] limited = new double[40];
    Arrays.fill(servers, 2);
    Arrays.fill(operations, 9);
    MeasuredPoint.Minutes minutes = new MeasuredPoint.Minutes();
    assertThat(minutes.isComplete(new double[] {2, 2, 2})).as("none is settled").isTrue();
    assertThat(minutes.isComplete(servers)).isFalse();
    minutes.addEarlier(servers, operations, limited);
    assertThat(minutes.isComplete(servers)).isTrue();
    Arrays.fill(operations, 5);
    minutes.addEarlier(servers, operations, limited);
    assertThat(minutes.points())
        .extracting(point -> point.operationsPerSecond)
        .containsExactly(9.0);
    Arrays.fill(servers, 3);
    assertThat(minutes.isComplete(servers)).isFalse();
  }

  @Test
  void theModelCountsUnlessTheLawIsClearlyCloser() {
    List<MeasuredPoint> curved = points(0, 600, 0, 0, 1, 2, 3, 4);
    Calibration byModel = new Calibration(curved, n -> 500.0 * n, 0);
    assertThat(byModel.factor(8)).isCloseTo(1.2, within(1e-9));
    assertThat(byModel.error(4, 4)).isCloseTo(0.05, within(1e-9));
    assertThat(byModel.error(8, 4)).isCloseTo(0.08, within(1e-9));
    assertThat(byModel.basis()).isEqualTo("model x 1.20, by servers [1, 2, 3, 4]");

    List<MeasuredPoint> routed = points(-200, 600, 300, 0, 1, 2, 3, 4, 5);
    Calibration byLaw = new Calibration(routed, n -> 600.0 * Math.sqrt(n), 0);
    assertThat(byLaw.basis()).startsWith("a + b n + c / n fitted to servers [1, 2, 3, 4, 5]");
    double predicted = 600.0 * Math.sqrt(10) * byLaw.factor(10);
    assertThat(predicted).isCloseTo(-200 + 6000 + 30, within(1.0));

    Calibration unseen = new Calibration(List.of(), n -> 600.0 * n, 0.12);
    assertThat(unseen.factor(5)).isEqualTo(1);
    assertThat(unseen.error(5, 5)).isCloseTo(0.12, within(1e-9));
  }
}
