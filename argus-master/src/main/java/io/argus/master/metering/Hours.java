package io.argus.master.metering;

import io.argus.core.text.Shortened;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/**
 * Hours of UTC, counted since the epoch, as times and as parts of keys.
 *
 * <p>Stateless; safe for use by any thread.
 */
final class Hours {
  static final long MILLIS = 3_600_000;

  private static final DateTimeFormatter TEXT =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuuMMddHH")
          .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
          .toFormatter(Locale.ROOT)
          .withResolverStyle(ResolverStyle.STRICT);

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
      return of(LocalDateTime.parse(text, TEXT).toInstant(ZoneOffset.UTC).toEpochMilli());
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(
          "'" + Shortened.of(text) + "' is no hour, such as 2026112409", e);
    }
  }
}
