package io.argus.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argus.core.plan.Fairness;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ScoreTimelineTest {

  /** A number of seconds with one score each. */
  private static List<Double> seconds(int number, double score) {
    return Collections.nCopies(number, score);
  }

  @SafeVarargs
  private static ScoreTimeline timeline(List<Double>... parts) {
    List<Double> all = new ArrayList<>();
    List.of(parts).forEach(all::addAll);
    return new ScoreTimeline(all);
  }

  @Test
  void aScoreIsOfTheMeansOfFiveSeconds() {
    ScoreTimeline scores =
        ScoreTimeline.of(
            List.of(
                new Timeline("a", List.of(0L, 0L, 0L, 0L, 500L, 500L)),
                new Timeline("b", List.of(80L, 80L, 80L, 80L, 80L, 80L))),
            List.of(1000.0, 100.0),
            0.5);

    assertThat(scores.scores()).hasSize(2);
    assertThat(scores.scores().get(0))
        .isCloseTo(Fairness.dScore(0.5, new double[] {0.9, 0.2}), within(1e-9));
    assertThat(scores.scores().get(1))
        .isCloseTo(Fairness.dScore(0.5, new double[] {0.8, 0.2}), within(1e-9));
  }

  @Test
  void itIsReachedWhenItStays() {
    ScoreTimeline scores =
        timeline(seconds(4, 0.3), seconds(9, 0.9), seconds(7, 0.5), seconds(25, 0.9));

    assertThat(scores.last()).isEqualTo(0.9);
    assertThat(scores.reachedAfter(0.9)).isEqualTo(OptionalInt.of(20));
    assertThat(scores.reachedAfter(0.94)).isEqualTo(OptionalInt.of(20));
    assertThat(scores.reachedAfter(0.5)).isEqualTo(OptionalInt.of(4));
    assertThat(scores.reachedAfter(0.2)).isEqualTo(OptionalInt.of(0));
    assertThat(scores.reachedAfter(0.95)).isEmpty();
  }

  @Test
  void whatIsReachedNearTheEndCountsIfItLastsUntilThen() {
    assertThat(timeline(seconds(30, 0.2), seconds(4, 0.8)).reachedAfter(0.8))
        .isEqualTo(OptionalInt.of(30));
  }
}
