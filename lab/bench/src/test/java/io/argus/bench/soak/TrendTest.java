package io.argus.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.bench.soak.Trend.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
  private static final int SEEDS = 200;
  private static final int SAMPLES = 90;
  private static final double PERIOD_SECONDS = 15;
  private static final double IGNORED = 10;

  private static Trend trend(DoubleUnaryOperator value) {
    List<Double> seconds = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int i = 0; i < SAMPLES; i++) {
      seconds.add(i * PERIOD_SECONDS);
      values.add(value.applyAsDouble(i * PERIOD_SECONDS));
    }
    return Trend.of(seconds, values, IGNORED);
  }

  private static Trend noisy(long seed, double megabytesPerMinute) {
    Random random = new Random(seed);
    return trend(second -> 300 + megabytesPerMinute * second / 60 + 8 * random.nextGaussian());
  }

  private static long grown(List<Trend> trends) {
    return trends.stream().filter(each -> each.verdict() == Verdict.GROWS).count();
  }

  private static List<Trend> seeds(IntFunction<Trend> trend) {
    return IntStream.range(0, SEEDS).mapToObj(trend::apply).toList();
  }

  @Test
  void aLeakOfOneMegabyteAMinuteInNoiseIsFound() {
    List<Trend> trends = seeds(seed -> noisy(seed, 1));

    assertThat(grown(trends)).isEqualTo(SEEDS);
    assertThat(trends.get(0).slopePerHour())
        .isCloseTo(60, within(4 * trends.get(0).errorPerHour()));
  }

  @Test
  void noiseAloneIsFlat() {
    assertThat(grown(seeds(seed -> noisy(seed, 0)))).isLessThanOrEqualTo(3);
  }

  @Test
  void noiseThatGoesUpAndDownSlowlyIsFlat() {
    List<Trend> trends =
        seeds(
            seed -> {
              Random random = new Random(seed);
              double[] now = new double[1];
              return trend(
                  second -> {
                    now[0] = 0.8 * now[0] + 6 * random.nextGaussian();
                    return 300 + now[0];
                  });
            });

    assertThat(grown(trends)).isLessThanOrEqualTo(8);
  }

  @Test
  void aSmallSlopeIsIgnored() {
    Trend trend = trend(second -> 300 + 9 * second / 3600 + (second % 30) / 30);

    assertThat(trend.leastPerHour()).isPositive();
    assertThat(trend.verdict()).isEqualTo(Verdict.FLAT);
  }

  @Test
  void whatFallsDoesNotGrow() {
    assertThat(noisy(1, -1).verdict()).isEqualTo(Verdict.FALLS);
  }

  @Test
  void whatStaysTheSameIsFlat() {
    Trend trend = trend(second -> 73);

    assertThat(trend.verdict()).isEqualTo(Verdict.FLAT);
    assertThat(trend.mean()).isEqualTo(73);
  }

  @Test
  void ofTooFewSamplesNothingIsSaid() {
    Trend trend = Trend.of(List.of(1.0, 2.0, 3.0), List.of(1.0, 200.0, 400.0), IGNORED);

    assertThat(trend.verdict()).isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void aSlopeIsBeyondAnotherThatDoesNotReachIt() {
    assertThat(noisy(1, 1).growsBeyond(noisy(2, 0))).isTrue();
    assertThat(noisy(1, 1).growsBeyond(noisy(2, 1))).isFalse();
    assertThat(noisy(1, 0).growsBeyond(noisy(2, 0))).isFalse();
  }
}
