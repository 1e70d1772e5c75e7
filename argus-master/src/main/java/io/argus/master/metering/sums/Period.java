package io.argus.master.metering.sums;

import io.argus.core.text.Shortened;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Locale;

/** How long the periods are by which amounts are added up. */
public enum Period {
  HOUR,
  DAY,
  MONTH,
  /** One period for the whole span. */
  ALL;

  /**
   * @throws IllegalArgumentException if there is no period of that name
   */
  public static Period of(String parameter) {
    for (Period period : values()) {
      if (period.parameter().equals(parameter)) {
        return period;
      }
    }
    throw new IllegalArgumentException(
        "by is '" + Shortened.of(parameter) + "': must be hour, day, month or all");
  }

  /** Its name in a query. */
  public String parameter() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * When the period began in which an hour lies; that of {@link #ALL} began at the epoch.
   *
   * @param millis begin of the hour
   */
  long startMillis(long millis, ZoneId zone) {
    if (this == ALL) {
      return 0;
    }
    if (this == HOUR) {
      return millis;
    }
    LocalDate day = Instant.ofEpochMilli(millis).atZone(zone).toLocalDate();
    LocalDate first = this == DAY ? day : day.withDayOfMonth(1);
    return first.atStartOfDay(zone).toInstant().toEpochMilli();
  }
}
