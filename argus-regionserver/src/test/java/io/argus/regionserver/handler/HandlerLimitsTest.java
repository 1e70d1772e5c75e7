package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandlerLimitsTest {
  private final HandlerLimits limit = new HandlerLimits(30);

  @Test
  void aBusyCpuGetsFewRequestsAtOnce() {
    assertThat(limit.after(0.97, 8)).isEqualTo(8);
    assertThat(limit.after(0.99, 4)).isEqualTo(4);
    assertThat(limit.after(0.8, 4)).as("neither busy nor idle").isEqualTo(4);
    assertThat(limit.after(0.8, 6)).as("another setting").isEqualTo(6);
  }

  @Test
  void whileTheCpuIdlesThereAreSoonAsManyAsHandlers() {
    limit.after(1, 8);
    assertThat(limit.after(0.3, 8)).isEqualTo(12);
    assertThat(limit.after(0.3, 8)).isEqualTo(18);
    assertThat(limit.after(0.3, 8)).isEqualTo(27);
    assertThat(limit.after(0.3, 8)).isEqualTo(30);
  }

  @Test
  void handlersAreTheMostAndAnUnknownCpuCountsAsIdle() {
    assertThat(limit.after(1, 64)).isEqualTo(30);
    assertThat(limit.after(-1, 8)).isEqualTo(30);
    assertThat(limit.after(Double.NaN, 8)).isEqualTo(30);
    limit.after(1, 1);
    assertThat(limit.after(-1, 1)).isEqualTo(2);
  }

  @Test
  void anEighthIsLeftToOthersButNotOfThree() {
    assertThat(HandlerLimits.besideOthers(30)).isEqualTo(27);
    assertThat(HandlerLimits.besideOthers(8)).isEqualTo(7);
    assertThat(HandlerLimits.besideOthers(4)).isEqualTo(3);
    assertThat(HandlerLimits.besideOthers(3)).isEqualTo(3);
    assertThat(HandlerLimits.besideOthers(1)).isEqualTo(1);
  }
}
