package io.argus.master.metering.sums;

import io.argus.core.text.Shortened;
import java.time.Instant;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some hours of each day, from the first up to but not including the last, such as 8-20; over
 * midnight if the last is before the first.
 *
 * <p>Immutable; safe for use by any thread.
 */
public final class HoursOfDay {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,2})-([0-9]{1,2})");
  private static final int HOURS = 24;

  private final int from;
  private final int to;

  private HoursOfDay(int from, int to) {
    this.from = from;
    this.to = to;
  }

  /**
   * @throws IllegalArgumentException if a text is not such as 8-20; 8-8 could be all hours or none
   */
  public static HoursOfDay parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (matcher.matches()) {
      int from = Integer.parseInt(matcher.group(1));
      int to = Integer.parseInt(matcher.group(2));
      if (from <= HOURS && to <= HOURS && from != to) {
        return new HoursOfDay(from % HOURS, to);
      }
    }
    throw new IllegalArgumentException(
        "hours are '" + Shortened.of(text) + "': must be two different hours, such as 8-20");
  }

  /** Whether a time, milliseconds since the epoch, is in one of the hours. */
  public boolean contains(long millis, ZoneId zone) {
    int hour = Instant.ofEpochMilli(millis).atZone(zone).getHour();
    return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
  }
}
