package io.argus.regionserver.handler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HandlerLimitsTest {
  private final HandlerLimits limit =
      new HandlerLimits(30, HandlerPolicy.of(ClosedLoop.settings()));

  @Test
  void aBusyCpuGetsFewRequestsAtOnce() {
    assertThat(limit.after(-1, 0.97, 2, 8)).isEqualTo(8);
    assertThat(limit.after(-1, 0.99, 2, 4)).isEqualTo(4);
    assertThat(limit.after(-1, 0.8, 2, 4)).as("neither busy nor idle").isEqualTo(4);
    assertThat(limit.after(-1, 0.8, 2, 6)).as("another setting").isEqualTo(6);
  }

  @Test
  void whileTheCpuIdlesThereAreSoonAsManyAsHandlers() {
    limit.after(-1, 1, 2, 8);
    assertThat(limit.after(-1, 0.3, 2, 8)).isEqualTo(12);
    assertThat(limit.after(-1, 0.3, 2, 8)).isEqualTo(18);
    assertThat(limit.after(-1, 0.3, 2, 8)).isEqualTo(27);
    assertThat(limit.after(-1, 0.3, 2, 8)).isEqualTo(30);
  }

  @Test
  void threadsThatWaitForACoreTellMoreThanItsLoad() {
    assertThat(limit.after(20, 0.3, 2, 8)).isEqualTo(8);
    for (int slots = 7; slots >= 2; slots--) {
      assertThat(limit.after(3.1, 0.3, 2, 8)).isEqualTo(slots);
    }
    assertThat(limit.after(3.1, 0.3, 2, 8)).as("one for each core").isEqualTo(2);
    assertThat(limit.after(2.4, 1, 2, 8)).as("about one waits for each").isEqualTo(2);
    assertThat(limit.after(1.1, 1, 2, 8)).isEqualTo(2);
    assertThat(limit.after(0.7, 1, 2, 8)).isEqualTo(3);
    assertThat(limit.after(0, 1, 2, 8)).isEqualTo(4);
  }

  @Test
  void handlersAreTheMostAndAnUnknownCpuCountsAsIdle() {
    assertThat(limit.after(-1, 1, 2, 64)).isEqualTo(30);
    assertThat(limit.after(-1, -1, 2, 8)).isEqualTo(30);
    assertThat(limit.after(-1, Double.NaN, 2, 8)).isEqualTo(30);
    limit.after(-1, 1, 2, 1);
    assertThat(limit.after(-1, -1, 2, 1)).isEqualTo(2);
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
