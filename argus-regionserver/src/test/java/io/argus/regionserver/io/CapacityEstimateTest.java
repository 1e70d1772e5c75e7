package io.argus.regionserver.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CapacityEstimateTest {
  private static final long MILLI = 1_000_000;

  @Test
  void learnsFromSaturatedWindowsOnly() {
    CapacityEstimate estimate = new CapacityEstimate(0);
    long now = run(estimate, 0, 2_500, 1_000, true);
    assertThat(estimate.bytesPerSecond()).isZero();
    now = run(estimate, now, 1_500, 1_000, true);
    double expected = 1_000_000;
    assertThat(estimate.bytesPerSecond()).isCloseTo(expected, within(2_000.0));
    now = run(estimate, now, 20_000, 10, false);
    assertThat(estimate.bytesPerSecond()).isCloseTo(expected, within(2_000.0));
    run(estimate, now, 20_000, 500, true);
    assertThat(estimate.bytesPerSecond()).isCloseTo(expected / 2, within(2_000.0));
  }

  @Test
  void aFlushThatIsToldOfInOnePieceIsSpreadAndNotReadInAWindow() {
    CapacityEstimate estimate = new CapacityEstimate(0);
    long now = run(estimate, 0, 8_001, 1_000, true);
    double before = estimate.bytesPerSecond();
    estimate.movedBesides(4_000_000);
    double most = 0;
    double mostRead = 0;
    for (int i = 0; i < 10_000; i++) {
      now += MILLI;
      mostRead = Math.max(mostRead, estimate.advance(now, true));
      estimate.read(1_000);
      most = Math.max(most, estimate.bytesPerSecond());
    }
    assertThat(mostRead).isCloseTo(1_000_000, within(2_000.0));
    assertThat(most).isBetween(before + 300_000, before + 510_000);
  }

  private static long run(
      CapacityEstimate estimate, long start, int millis, long bytesPerMilli, boolean saturated) {
    long now = start;
    for (int i = 0; i < millis; i++) {
      now += MILLI;
      estimate.advance(now, saturated);
      estimate.read(bytesPerMilli);
    }
    return now;
  }
}
