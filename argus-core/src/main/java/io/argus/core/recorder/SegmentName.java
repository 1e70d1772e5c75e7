package io.argus.core.recorder;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a segment: {@code m10-202611200000-202611210000-5f0c1d2e3b4a5968.seg} has a point for
 * every 10 minutes of that day (UTC). The last part is a digest of the content, so that two files
 * with the same content are one.
 *
 * <p>Immutable; safe for use by any thread.
 */
final class SegmentName {
  static final String SEALED = ".seg";

  /** Of a segment that was damaged when it was merged: no one reads it any more. */
  static final String DAMAGED = ".damaged";

  private static final Pattern FORM =
      Pattern.compile("m([0-9]{1,4})-([0-9]{12})-([0-9]{12})-([0-9a-f]{16})\\.(seg|damaged)");

  private static final Pattern UNFINISHED = Pattern.compile("([0-9]{12})-.*\\.tmp");

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuuMMddHHmm", Locale.ROOT);

  private static final int MINUTE_SECONDS = 60;

  final int resolution;
  final long from;
  final long to;
  final String digest;
  private final String state;

  /**
   * @param resolution minutes of a point
   * @param from first minute since the epoch
   * @param to the minute after the last one
   */
  SegmentName(int resolution, long from, long to, String digest) {
    this(resolution, from, to, digest, SEALED);
  }

  private SegmentName(int resolution, long from, long to, String digest, String state) {
    this.resolution = resolution;
    this.from = from;
    this.to = to;
    this.digest = digest;
    this.state = state;
  }

  /** Reads the name of a file; empty if it is no segment. */
  static Optional<SegmentName> of(String file) {
    Matcher name = FORM.matcher(file);
    if (!name.matches()) {
      return Optional.empty();
    }
    try {
      int resolution = Integer.parseInt(name.group(1));
      long from = minute(name.group(2));
      long to = minute(name.group(3));
      return resolution < 1 || from >= to
          ? Optional.empty()
          : Optional.of(new SegmentName(resolution, from, to, name.group(4), "." + name.group(5)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** The name of a file that a writer has not finished. */
  static String unfinished(long nowMinute, String writer, long number) {
    return text(nowMinute) + "-" + writer + "-" + number + ".tmp";
  }

  /** When an unfinished file was created; empty for all others. */
  static Optional<Long> unfinishedSince(String file) {
    Matcher name = UNFINISHED.matcher(file);
    try {
      return name.matches() ? Optional.of(minute(name.group(1))) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static long minute(String text) {
    return Math.floorDiv(
        LocalDateTime.parse(text, TIME).toEpochSecond(ZoneOffset.UTC), MINUTE_SECONDS);
  }

  private static String text(long minute) {
    return TIME.format(LocalDateTime.ofEpochSecond(minute * MINUTE_SECONDS, 0, ZoneOffset.UTC));
  }

  boolean isDamaged() {
    return state.equals(DAMAGED);
  }

  SegmentName damaged() {
    return new SegmentName(resolution, from, to, digest, DAMAGED);
  }

  boolean overlaps(long fromMinute, long toMinute) {
    return from < toMinute && to > fromMinute;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SegmentName && other.toString().equals(toString());
  }

  @Override
  public int hashCode() {
    return Objects.hash(resolution, from, digest);
  }

  /** The name of the file. */
  @Override
  public String toString() {
    return "m" + resolution + "-" + text(from) + "-" + text(to) + "-" + digest + state;
  }
}
