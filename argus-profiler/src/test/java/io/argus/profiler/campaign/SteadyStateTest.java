package io.argus.profiler.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class SteadyStateTest {

  private static List<Long> seconds(int count, double noise, long seed, IntToDoubleFunction level) {
    Random random = new Random(seed);
    List<Long> seconds = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      seconds.add(Math.round(level.applyAsDouble(i) * (1 + noise * random.nextGaussian())));
    }
    return seconds;
  }

  @Test
  void tooFewSecondsSayNothing() {
    assertThat(SteadyState.of(seconds(7, 0, 1, i -> 100))).isEmpty();
  }

  @Test
  void whatIsLevelIsSteadyInMostWindows() {
    int steady = 0;
    for (long seed = 0; seed < 100; seed++) {
      steady += SteadyState.of(seconds(8, 0.03, seed, i -> 700)).orElseThrow().steady() ? 1 : 0;
    }
    assertThat(steady).isGreaterThan(85);
  }

  @Test
  void aRampIsNotSteady() {
    for (long seed = 0; seed < 100; seed++) {
      List<Long> ramp = seconds(12, 0.005, seed, i -> 300 + 20 * i);
      assertThat(SteadyState.of(ramp).orElseThrow().steady()).isFalse();
    }
  }

  @Test
  void aRampThatHasEndedIsSteadyOnceItHasLeftTheWindow() {
    List<Long> risen = seconds(30, 0.01, 1, i -> Math.min(700, 200 + 50 * i));

    assertThat(SteadyState.of(risen.subList(0, 14)).orElseThrow().steady()).isFalse();
    SteadyState.Window window = SteadyState.of(risen).orElseThrow();
    assertThat(window.steady()).isTrue();
    assertThat(window.seconds()).isEqualTo(15);
    assertThat(window.mean()).isBetween(690.0, 710.0);
  }

  @Test
  void noiseThatWouldHideATrendIsNotSteady() {
    assertThat(SteadyState.of(seconds(8, 0.4, 1, i -> 700)).orElseThrow().steady()).isFalse();
  }

  @Test
  void nothingIsNeverSteady() {
    assertThat(SteadyState.of(seconds(20, 0, 1, i -> 0)).orElseThrow().steady()).isFalse();
  }
}
