package io.argus.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.performance.GridFunction;
import io.argus.core.performance.PerformanceFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FittersTest {

  private static List<Sample> grid(int steps, PerformanceFunction truth) {
    List<Sample> samples = new ArrayList<>();
    for (GridPoint point : new FullGrid(steps).points()) {
      samples.add(new Sample(point, truth.throughput(point.cacheShare(), point.hdfsShare())));
    }
    return samples;
  }

  @Test
  void regressionFindsThePlane() {
    GridFunction fit = new LinearFitter().fit(grid(4, (c, h) -> 100 + 50 * c + 700 * h));

    assertThat(fit.throughput(0.3, 0.7)).isCloseTo(100 + 15 + 490, within(1e-6));
  }

  @Test
  void regressionLeavesOutASlopeThatFalls() {
    GridFunction fit = new LinearFitter().fit(grid(4, (c, h) -> 500 - 5 * c + 100 * h));

    assertThat(fit.throughput(0.1, 0.5)).isEqualTo(fit.throughput(0.9, 0.5));
    assertThat(fit.throughput(0.5, 1) - fit.throughput(0.5, 0.5)).isCloseTo(50, within(1e-6));
  }

  @Test
  void regressionIsNowhereNegative() {
    GridFunction fit = new LinearFitter().fit(grid(4, (c, h) -> Math.max(0, 2000 * (h - 0.5))));

    assertThat(fit.throughput(0.5, 0)).isZero();
  }

  @Test
  void pointsOnALineAreNoReasonToFail() {
    List<Sample> samples =
        List.of(
            new Sample(new GridPoint(1, 1), 4),
            new Sample(new GridPoint(0.5, 0.5), 2),
            new Sample(new GridPoint(0.25, 0.25), 1),
            new Sample(new GridPoint(0.75, 0.75), 3));

    assertThat(new LinearFitter().fit(samples).isolatedThroughput()).isPositive();
    assertThat(new MonotoneFitter().fit(samples).isolatedThroughput()).isEqualTo(4);
  }

  @Test
  void interpolationGoesThroughMonotoneSamples() {
    PerformanceFunction truth = (c, h) -> Math.min(5000, 700 * h / (1 - 0.3 * c));
    GridFunction fit = new MonotoneFitter().fit(grid(5, truth));

    for (Sample sample : grid(5, truth)) {
      assertThat(fit.throughput(sample.point().cacheShare(), sample.point().hdfsShare()))
          .isCloseTo(sample.throughput(), within(1e-6));
    }
  }

  @Test
  void interpolationFillsWhatIsStraight() {
    PerformanceFunction truth = (c, h) -> 100 + 300 * h + 200 * c;
    List<Sample> few =
        grid(8, truth).stream()
            .filter(s -> s.point().cacheShare() % 0.875 == 0.125 || s.point().hdfsShare() == 0.5)
            .toList();

    GridFunction fit = new MonotoneFitter().fit(few);

    assertThat(fit.throughput(0.4, 0.8)).isCloseTo(truth.throughput(0.4, 0.8), within(3.0));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void whateverTheNoiseTheFunctionIsMonotoneAndWithinTheSamples(long seed) {
    Random random = new Random(seed);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      GridPoint point =
          new GridPoint((1 + random.nextInt(16)) / 16.0, (1 + random.nextInt(8)) / 8.0);
      samples.add(new Sample(point, random.nextInt(10_000)));
    }
    List<Sample> means = Sample.meanPerPoint(samples);

    for (Fitter fitter : List.of(new MonotoneFitter(), new LinearFitter())) {
      GridFunction fit = fitter.fit(means);
      double before = -1;
      for (int step = 0; step <= 100; step++) {
        double now = fit.throughput(step / 100.0, step / 100.0);
        assertThat(now).isGreaterThanOrEqualTo(before).isLessThan(100_000);
        before = now;
      }
    }
    assertThat(new MonotoneFitter().fit(means).throughput(1, 1))
        .isLessThanOrEqualTo(Sample.greatest(means));
  }

  @Test
  void theBetterFitIsKeptAndBothErrorsAreTold() {
    FitChoice cliff = FitChoice.of(grid(8, Surfaces.all().get("exhot cliff at .44")));
    assertThat(cliff.kept()).isEqualTo("monotone");
    assertThat(cliff.linear().orElseThrow()).isGreaterThan(cliff.monotone().orElseThrow());
    assertThat(cliff.error()).hasValue(cliff.monotone().orElseThrow());
  }

  @Test
  void tooFewSamplesAreSaidSo() {
    List<Sample> two = grid(2, (c, h) -> h).subList(0, 2);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> FitChoice.of(two))
        .withMessageContaining("2 points");
    assertThat(CrossValidation.of(new MonotoneFitter(), grid(2, (c, h) -> h))).isEmpty();
  }

  @Test
  void samplesThatAreNoThroughputsAreRefused() {
    GridPoint point = new GridPoint(1, 1);
    assertThatIllegalArgumentException().isThrownBy(() -> new Sample(point, Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> new Sample(point, -1));
    assertThatIllegalArgumentException().isThrownBy(() -> new GridPoint(0, 0.5));
    assertThatIllegalArgumentException().isThrownBy(() -> new GridPoint(0.5, Double.NaN));
  }
}
