package io.argus.regionserver.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class OwnPartTest {
  private static final long SECOND = 1_000_000_000L;

  private long used;
  private long now;
  private final OwnPart ofTwoCores = new OwnPart(() -> used, 2, 0);

  /** The part after 100 s in which the process used so many of its cores. */
  private double after(double processCores, double load) {
    double part = 0;
    for (int i = 0; i < 100; i++) {
      used += Math.round(processCores * SECOND);
      now += SECOND;
      part = ofTwoCores.after(load, now);
    }
    return part;
  }

  @Test
  void aProcessThatHasTheMachineForItselfUsesAllThatIsBusy() {
    assertThat(after(1.96, 0.98)).isCloseTo(1, within(1e-3));
    assertThat(after(0.2, 0.1)).as("also where hardly anything is").isCloseTo(1, within(1e-3));
  }

  @Test
  void whatOtherProcessesUseIsNotItsPart() {
    assertThat(after(0.5, 1)).isCloseTo(0.25, within(1e-3));
    assertThat(after(1.5, 1)).as("later").isCloseTo(0.75, within(1e-3));
  }

  @Test
  void aLookChangesLittle() {
    used = SECOND / 2;
    assertThat(ofTwoCores.after(1, SECOND)).isCloseTo(1 - 0.1 * 0.75, within(1e-9));
  }

  @Test
  void aProcessThatHardlyRunsStillCounts() {
    assertThat(after(0, 1)).isCloseTo(0.1, within(1e-3));
  }

  @Test
  void whatIsUnknownIsTakenForItsOwn() {
    after(0.5, 1);
    assertThat(ofTwoCores.after(-1, ++now)).isEqualTo(1);
    assertThat(ofTwoCores.after(Double.NaN, ++now)).isEqualTo(1);
    assertThat(new OwnPart(() -> -1, 2, 0).after(1, SECOND)).isEqualTo(1);
  }
}
