package io.argus.load.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class MeasuringWindowTest {
  private static final long SECOND = 1_000_000_000L;

  /** Close to where the clock wraps around. */
  private static final long START = Long.MAX_VALUE - 15 * SECOND;

  private final MeasuringWindow window =
      MeasuringWindow.of(START, Duration.ofSeconds(10), Duration.ofSeconds(20));

  @Test
  void countsFromTheEndOfTheRampToItsOwnEnd() {
    assertThat(window.contains(START)).isFalse();
    assertThat(window.contains(START + 10 * SECOND - 1)).isFalse();
    assertThat(window.contains(START + 10 * SECOND)).isTrue();
    assertThat(window.contains(START + 30 * SECOND - 1)).isTrue();
    assertThat(window.contains(START + 30 * SECOND)).isFalse();
  }

  @Test
  void isClosedAtItsEnd() {
    assertThat(window.isClosed(START + 30 * SECOND - 1)).isFalse();
    assertThat(window.isClosed(START + 30 * SECOND)).isTrue();
  }

  @Test
  void settingsTellTheRightValue() {
    assertThat(LoadSchedule.pauseNanos(4, 100)).isEqualTo(SECOND / 25);
    assertThatThrownBy(() -> MeasuringWindow.of(START, Duration.ZERO, Duration.ZERO))
        .hasMessageContaining("window is PT0S");
  }
}
