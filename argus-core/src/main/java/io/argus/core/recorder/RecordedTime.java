package io.argus.core.recorder;

import io.argus.core.text.Shortened;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A time as people write it when they ask for recorded history. Stateless. */
public final class RecordedTime {
  private static final Pattern AGO = Pattern.compile("([0-9]{1,5})([mhd])");
  private static final Pattern TIME_OF_DAY = Pattern.compile("[0-9]{2}:[0-9]{2}");
  private static final Pattern WITH_ZONE = Pattern.compile(".*T.*(Z|[+-][0-9:]+)");

  private RecordedTime() {}

  /**
   * Reads a time.
   *
   * @param name of the option or parameter, for messages
   * @param zone of a time that names none
   * @return milliseconds since the epoch
   * @throws IllegalArgumentException if it is none, saying what would be right
   */
  public static long millis(String name, String text, ZoneId zone, long nowMillis) {
    Matcher ago = AGO.matcher(text);
    if (ago.matches()) {
      return nowMillis - unit(ago.group(2)).toMillis(Long.parseLong(ago.group(1)));
    }
    try {
      return WITH_ZONE.matcher(text).matches()
          ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
          : local(text, LocalDateTime.ofInstant(Instant.ofEpochMilli(nowMillis), zone))
              .atZone(zone)
              .toInstant()
              .toEpochMilli();
    } catch (DateTimeException | ArithmeticException e) {
      throw new IllegalArgumentException(
          name
              + " is '"
              + Shortened.of(text)
              + "': must be a time (10:00, 2026-11-24, 2026-11-24T03:10) or so long ago (90m, 12h,"
              + " 30d)",
          e);
    }
  }

  private static LocalDateTime local(String text, LocalDateTime now) {
    if (TIME_OF_DAY.matcher(text).matches()) {
      LocalDateTime today = now.toLocalDate().atTime(LocalTime.parse(text));
      return today.isAfter(now) ? today.minusDays(1) : today;
    }
    return text.indexOf('T') < 0 ? LocalDate.parse(text).atStartOfDay() : LocalDateTime.parse(text);
  }

  private static TimeUnit unit(String letter) {
    switch (letter) {
      case "m":
        return TimeUnit.MINUTES;
      case "h":
        return TimeUnit.HOURS;
      default:
        return TimeUnit.DAYS;
    }
  }
}
