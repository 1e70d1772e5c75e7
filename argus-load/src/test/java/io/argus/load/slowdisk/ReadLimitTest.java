package io.argus.load.slowdisk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReadLimitTest {
  private static final long SECOND = 1_000_000_000L;

  private final ReadLimit limit = new ReadLimit(500, 0);

  @Test
  void readsQueueUpAtTheRate() {
    long done = 0;
    for (int i = 0; i < 500; i++) {
      done = limit.reserve(1, 0);
    }
    assertThat(done).isEqualTo(SECOND);
  }

  @Test
  void idleTimeIsNotSavedUp() {
    assertThat(limit.reserve(1, 10 * SECOND)).isEqualTo(10 * SECOND + SECOND / 500);
    assertThat(limit.reserve(1, 10 * SECOND)).isEqualTo(10 * SECOND + 2 * SECOND / 500);
  }

  @Test
  void aReadOfManyTakesAsManyTurns() {
    assertThat(limit.reserve(3, 0)).isEqualTo(3 * SECOND / 500);
  }

  @Test
  void anotherRateCountsForLaterReads() {
    assertThat(limit.reserve(1, 0)).isEqualTo(SECOND / 500);
    limit.rate(250);
    assertThat(limit.reserve(1, 0)).isEqualTo(SECOND / 500 + SECOND / 250);
  }
}
