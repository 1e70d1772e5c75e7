package io.argus.master.metering.sums;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.argus.core.tenant.TenantId;
import io.argus.core.usage.UsageCounter;
import io.argus.core.usage.UsageCounters;
import io.argus.master.metering.UsageRow;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsageSumsTest {
  private static final long HOUR = 3_600_000;
  private static final long START = 500_000 * HOUR;
  private static final TenantId ALICE = TenantId.of("alice");
  private static final String ONE = "rs1,16020,1";

  @Test
  void periodsBeginInTheTimeZone() {
    UsageSums sums = new UsageSums(Period.DAY, ZoneOffset.ofHours(2), START);
    long midnight = Math.floorDiv(START, 24 * HOUR) * 24 * HOUR + 24 * HOUR;
    for (long hour = midnight / HOUR - 3; hour < midnight / HOUR + 2; hour++) {
      sums.add(new UsageRow(hour, ALICE, ONE, 0, UsageCounters.of(1)));
    }
    long begin = midnight - 2 * HOUR;
    assertThat(sums.periods()).hasSize(2).containsKey(begin);
    assertThat(sums.periods().get(begin).get(ALICE).get(UsageCounter.GETS)).isEqualTo(4);
    assertThatIllegalArgumentException().isThrownBy(() -> Period.of("week"));
  }

  /** 4 TB for a month, and 500 tenants with 7 GB each, are more byte-seconds than a long holds. */
  @Test
  void sumsHaveNoLimit() {
    UsageSums sums = new UsageSums(Period.ALL, ZoneOffset.UTC, START);
    long[] amounts = new long[UsageCounter.COUNT];
    amounts[UsageCounter.STORED_BYTE_SECONDS.index()] = 4_000_000_000_000L * 3_600;
    for (long hour = START / HOUR; hour < START / HOUR + 744; hour++) {
      sums.add(new UsageRow(hour, ALICE, ONE, 0, UsageCounters.of(amounts)));
    }
    assertThat(sums.periods().get(START).get(ALICE).get(UsageCounter.STORED_BYTE_SECONDS))
        .hasToString("10713600000000000000");
  }

  @Test
  void hoursOfTheDayMayGoOverMidnight() {
    HoursOfDay night = HoursOfDay.parse("22-6");
    HoursOfDay day = HoursOfDay.parse("6-22");
    for (int hour = 0; hour < 24; hour++) {
      boolean atNight = hour >= 22 || hour < 6;
      assertThat(night.contains(hour * HOUR, ZoneOffset.UTC)).isEqualTo(atNight);
      assertThat(day.contains(hour * HOUR, ZoneOffset.UTC)).isEqualTo(!atNight);
      assertThat(HoursOfDay.parse("0-24").contains(hour * HOUR, ZoneOffset.UTC)).isTrue();
      assertThat(HoursOfDay.parse("24-0").contains(hour * HOUR, ZoneOffset.UTC)).isFalse();
    }
    assertThat(day.contains(5 * HOUR, ZoneOffset.ofHours(1))).isTrue();
    for (String wrong : List.of("8", "8-25", "-1-3", "8 - 9", "", "8-8", "0-0", "24-24")) {
      assertThatIllegalArgumentException().isThrownBy(() -> HoursOfDay.parse(wrong));
    }
  }
}
