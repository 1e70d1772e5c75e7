package io.argus.core.recorder;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which segments become one, and which are deleted; by their names, lengths and the time alone.
 *
 * <p>The minutes of an hour become one segment, the hours of a day too. After {@value #MINUTE_DAYS}
 * days, a day has a point for every ten minutes, after {@value #TENS_DAYS} days one for every hour;
 * after {@value #KEPT_DAYS} days it is deleted. What comes late joins what there is.
 *
 * <p>Stateless.
 */
final class MergePlan {
  static final int MINUTE_DAYS = 7;
  static final int TENS_DAYS = 90;
  static final int KEPT_DAYS = 400;
  static final int HOUR = 60;
  static final int DAY = 24 * HOUR;

  private static final int TEN_MINUTES = 10;

  /** Writers may keep an hour back while they cannot write. */
  private static final int LATE_FOR_DAY = HOUR + 10;

  private static final int LATE_FOR_HOUR = 5;

  private static final Comparator<SegmentName> OLDEST_FIRST =
      Comparator.<SegmentName>comparingLong(segment -> segment.to).thenComparing(Object::toString);

  private MergePlan() {}

  /** Segments that become one. Immutable as long as no caller changes the list. */
  static final class Merge {
    /** Minutes of a point. */
    final int resolution;

    /** The first minute. */
    final long from;

    /** The minute after the last one. */
    final long to;

    final List<SegmentName> inputs = new ArrayList<>();

    private Merge(int resolution, long from, long length) {
      this.resolution = resolution;
      this.from = from;
      this.to = from + length;
    }

    private boolean isDone() {
      SegmentName only = inputs.get(0);
      return inputs.size() == 1 && only.equals(named(only.digest));
    }

    /** The name of the merged segment. */
    SegmentName named(String digest) {
      return new SegmentName(resolution, from, to, digest);
    }

    private boolean takes(SegmentName segment) {
      return resolution > 0
          && segment.resolution <= resolution
          && segment.from >= from
          && segment.to <= to;
    }
  }

  /**
   * What is to be merged now, the latest time first.
   *
   * @param nowMinute minutes since the epoch
   */
  static List<Merge> merges(Collection<SegmentName> segments, long nowMinute) {
    SortedMap<Long, Merge> merges = new TreeMap<>(Comparator.reverseOrder());
    for (SegmentName segment : segments) {
      Merge target = target(segment.from, nowMinute);
      if (target.takes(segment)) {
        merges.computeIfAbsent(target.from, from -> target).inputs.add(segment);
      }
    }
    return merges.values().stream().filter(merge -> !merge.isDone()).collect(Collectors.toList());
  }

  /** What is to become of a minute; of resolution 0 if nothing yet. */
  private static Merge target(long minute, long nowMinute) {
    long day = Point.slot(minute, DAY);
    long age = nowMinute - (day + DAY);
    if (age >= (long) TENS_DAYS * DAY) {
      return new Merge(HOUR, day, DAY);
    }
    if (age >= (long) MINUTE_DAYS * DAY) {
      return new Merge(TEN_MINUTES, day, DAY);
    }
    if (age >= LATE_FOR_DAY) {
      return new Merge(1, day, DAY);
    }
    long hour = Point.slot(minute, HOUR);
    return new Merge(nowMinute - (hour + HOUR) >= LATE_FOR_HOUR ? 1 : 0, hour, HOUR);
  }

  /**
   * The oldest segment, if it has been kept for long enough. One at a time, so that a clock that is
   * years ahead for some minutes costs some days, not all.
   */
  static Optional<SegmentName> expired(Collection<SegmentName> segments, long nowMinute) {
    return segments.stream()
        .min(OLDEST_FIRST)
        .filter(oldest -> nowMinute - oldest.to >= (long) KEPT_DAYS * DAY);
  }

  /**
   * The oldest segments, so that the others have no more bytes than they may.
   *
   * @param lengths in bytes
   */
  static List<SegmentName> excess(Map<SegmentName, Long> lengths, long maxBytes) {
    List<SegmentName> oldest = new ArrayList<>(lengths.keySet());
    oldest.sort(OLDEST_FIRST);
    long bytes = lengths.values().stream().mapToLong(length -> length).sum();
    List<SegmentName> excess = new ArrayList<>();
    for (SegmentName segment : oldest) {
      if (bytes <= maxBytes) {
        break;
      }
      bytes -= lengths.getOrDefault(segment, 0L);
      excess.add(segment);
    }
    return excess;
  }
}
