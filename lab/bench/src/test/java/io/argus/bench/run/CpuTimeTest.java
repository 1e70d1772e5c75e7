package io.argus.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTimeTest {
  @Test
  void stealIsAShareOfAllTicksWithGuestsCountedOnce() {
    CpuTime before = CpuTime.parse("cpu  100 0 100 700 50 20 20 10 30 0");
    CpuTime after = CpuTime.parse("cpu  160 0 170 740 60 20 20 30 90 0");

    assertThat(before).isEqualTo(new CpuTime(10, 750, 1000));
    assertThat(after.stealSince(before)).isEqualTo(0.1);
  }

  @Test
  void nobodyMissesWhatIsStealWhileAThirdOfTheTimeIsIdle() {
    CpuTime before = CpuTime.parse("cpu  0 0 0 0 0 0 0 0 0 0");

    assertThat(CpuTime.parse("cpu 500 0 0 200 100 0 0 200 0 0").stealSince(before)).isEqualTo(0.2);
    assertThat(CpuTime.parse("cpu 400 0 0 200 200 0 0 200 0 0").stealSince(before)).isZero();
  }

  @Test
  void nothingIsStealWhereNobodyCounts() {
    assertThat(CpuTime.parse("cpu 1 2 3 4")).isEqualTo(new CpuTime(0, 4, 10));
    assertThat(new CpuTime(0, 0, 0).stealSince(new CpuTime(0, 0, 0))).isZero();
    assertThat(CpuTime.now().stealSince(CpuTime.now())).isBetween(0.0, 1.0);
  }
}
