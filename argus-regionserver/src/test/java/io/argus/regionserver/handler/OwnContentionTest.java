package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OwnContentionTest {
  private static final long SECOND = 1_000_000_000L;

  private long used;
  private long now;
  private final OwnContention ofTwoCores = new OwnContention(() -> used, 2, 0);

  /** What is its own after 100 s in which the process used so many of its cores. */
  private double after(double processCores, double load) {
    double own = 0;
    for (int i = 0; i < 100; i++) {
      used += Math.round(processCores * SECOND);
      now += SECOND;
      own = ofTwoCores.after(load, now);
    }
    return own;
  }

  @Test
  void aProcessThatHasTheMachineForItselfCausesAllOfIt() {
    assertThat(after(1.96, 0.98)).isCloseTo(1, within(1e-3));
    assertThat(after(0.2, 0.1)).as("also where hardly anything is busy").isCloseTo(1, within(1e-3));
  }

  @Test
  void halfOfTheBusyCoresIsEnough() {
    assertThat(after(1, 1)).isCloseTo(1, within(1e-3));
    assertThat(after(1.5, 1)).isCloseTo(1, within(1e-3));
  }

  @Test
  void whoUsesLessThanTheOthersCausesLess() {
    assertThat(after(0.25, 1)).isCloseTo(0.25, within(1e-3));
    assertThat(after(0.5, 1)).as("later").isCloseTo(0.5, within(1e-3));
  }

  @Test
  void aLookChangesLittle() {
    used = SECOND / 2;
    now = SECOND;
    assertThat(ofTwoCores.after(1, now)).as("0.925 of the cores").isEqualTo(1);
    assertThat(after(0.5, 1)).isCloseTo(0.5, within(1e-3));
    used += 2 * SECOND;
    now += SECOND;
    assertThat(ofTwoCores.after(1, now)).isCloseTo(2 * (0.25 + 0.1 * 0.75), within(1e-3));
  }

  @Test
  void aProcessThatHardlyRunsStillCounts() {
    assertThat(after(0, 1)).isCloseTo(0.1, within(1e-3));
  }

  @Test
  void whatIsUnknownIsTakenForItsOwn() {
    after(0.25, 1);
    assertThat(ofTwoCores.after(-1, ++now)).isEqualTo(1);
    assertThat(ofTwoCores.after(Double.NaN, ++now)).isEqualTo(1);
    assertThat(new OwnContention(() -> -1, 2, 0).after(1, SECOND)).isEqualTo(1);
  }
}
