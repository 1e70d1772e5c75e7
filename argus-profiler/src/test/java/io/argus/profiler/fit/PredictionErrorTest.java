package io.argus.profiler.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.argus.profiler.fit.PredictionError.Predicted;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionErrorTest {

  private static Predicted point(double cache, double measured, double predicted, double hits) {
    return new Predicted(new Sample(new GridPoint(cache, 0.5), measured), predicted, 0.5, hits);
  }

  @Test
  void isAPartOfTheGreatestThroughput() {
    PredictionError error =
        PredictionError.of(List.of(point(1, 1000, 900, 0.5), point(0.5, 100, 300, 0.8)));

    assertThat(error.worst()).isCloseTo(0.2, within(1e-9));
    assertThat(error.worstHitRatio()).isCloseTo(0.3, within(1e-9));
    assertThat(error.mean()).isBetween(0.15, 0.19);
  }

  @Test
  void pointsThatCrowdDoNotCountMore() {
    PredictionError error =
        PredictionError.of(
            List.of(
                point(1, 1000, 1000, 0.5),
                point(0.5, 500, 500, 0.5),
                point(0.26, 100, 1000, 0.5),
                point(0.25, 100, 1000, 0.5),
                point(0.24, 100, 1000, 0.5)));

    assertThat(error.mean()).isCloseTo(0.9 * 0.38, within(0.03));
    assertThat(error.meanHitRatio()).isZero();
  }

  @Test
  void withoutThroughputThereIsNoError() {
    assertThatIllegalArgumentException().isThrownBy(() -> PredictionError.of(List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PredictionError.of(List.of(point(1, 0, 5, 0))))
        .withMessageContaining("greatest throughput is 0.0");
  }
}
