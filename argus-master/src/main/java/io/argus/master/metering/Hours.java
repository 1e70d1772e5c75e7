package io.argus.master.metering;

import io.argus.core.text.Shortened;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Hours of UTC, counted since the epoch, as times and as parts of keys.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Hours {
  static final long MILLIS = 3_600_000;

  private static final DateTimeFormatter TEXT =
      DateTimeFormatter.ofPattern("uuuuMMddHH", Locale.ROOT);
  private static final int DIGITS = 10;

  private Hours() {}

  /** The hour of a time, milliseconds since the epoch. */
  static long of(long millis) {
    return Math.floorDiv(millis, MILLIS);
  }

  static long startMillis(long hour) {
    return hour * MILLIS;
  }

  /** Such as 2026112409; in the order of time. */
  static String text(long hour) {
    return TEXT.format(
        LocalDateTime.ofInstant(Instant.ofEpochMilli(startMillis(hour)), ZoneOffset.UTC));
  }

  /**
   * @throws IllegalArgumentException if a text is no hour
   */
  static long parse(String text) {
    try {
      if (text.length() == DIGITS) {
        int year = Integer.parseInt(text.substring(0, 4));
        int month = Integer.parseInt(text.substring(4, 6));
        int day = Integer.parseInt(text.substring(6, 8));
        int hour = Integer.parseInt(text.substring(8));
        return of(
            LocalDateTime.of(year, month, day, hour, 0).toInstant(ZoneOffset.UTC).toEpochMilli());
      }
    } catch (DateTimeException | NumberFormatException e) {
      // The message below says what is wrong.
    }
    throw new IllegalArgumentException(
        "'" + Shortened.of(text) + "' is no hour, such as 2026112409");
  }
}
