package io.argus.core.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import org.junit.jupiter.api.Test;

class UsageCountersTest {
  private static UsageCounters stored(long byteSeconds) {
    long[] values = new long[UsageCounter.COUNT];
    values[UsageCounter.STORED_BYTE_SECONDS.index()] = byteSeconds;
    return UsageCounters.of(values);
  }

  @Test
  void anAmountThatIsTooLargeStaysAtTheMaximum() {
    assertThat(stored(Long.MAX_VALUE - 10).plus(stored(20))).isEqualTo(stored(Long.MAX_VALUE));
    assertThat(UsageCounters.of(Long.MAX_VALUE, 1).operations()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void totalsThatBeginAgainAreDifferences() {
    UsageCounters before = stored(Long.MAX_VALUE - 9);
    UsageCounters now = before.after(stored(30));
    assertThat(now).isEqualTo(stored(20));
    assertThat(now.since(before)).isEqualTo(stored(30));
    assertThat(before.since(now)).as("of a report that comes late").isEqualTo(stored(0));
    assertThat(stored(5).since(stored(7)).isNone()).isTrue();
  }

  @Test
  void sumsAreExactInJsonToo() {
    UsageAmounts sum = UsageAmounts.NONE;
    for (int i = 0; i < 4; i++) {
      sum = sum.plus(UsageAmounts.of(stored(Long.MAX_VALUE)));
    }
    String json = new Gson().toJson(sum);
    assertThat(json).isEqualTo("{\"storedByteSeconds\":36893488147419103228}");
    assertThat(new Gson().fromJson(json, UsageAmounts.class).get(UsageCounter.STORED_BYTE_SECONDS))
        .hasToString("36893488147419103228");
  }

  @Test
  void whatRelease020StoredIsRead() {
    assertThat(UsageCounters.parse("gets=3 processorNanos=9"))
        .isEqualTo(UsageCounters.parse("gets=3 cpuNanos=9"));
    UsageAmounts read = new Gson().fromJson("{\"processorNanos\":7}", UsageAmounts.class);
    assertThat(read.get(UsageCounter.CPU_NANOS)).hasToString("7");
    assertThat(new Gson().toJson(read)).isEqualTo("{\"cpuNanos\":7}");
  }
}
