package io.argus.core.recorder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads recorded history from the files alone. A segment that is damaged or cannot be read is left
 * out, and the answer names it.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class RecordReader {
  static final long MINUTE_MILLIS = 60_000;

  private static final long MINUTES_SPAN = 6 * MergePlan.HOUR;
  private static final long TENS_SPAN = 3 * MergePlan.DAY;
  private static final long HOURS_SPAN = 90 * MergePlan.DAY;
  private static final int TEN_MINUTES = 10;

  /** Segments that go while they are read were merged: then it lists them again. */
  private static final int ATTEMPTS = 3;

  private final RecordFiles files;

  public RecordReader(RecordFiles files) {
    this.files = files;
  }

  /** The distance of points that suits a span of time, both in minutes. */
  public static int step(long minutes) {
    if (minutes <= MINUTES_SPAN) {
      return 1;
    }
    if (minutes <= TENS_SPAN) {
      return TEN_MINUTES;
    }
    return minutes <= HOURS_SPAN ? MergePlan.HOUR : MergePlan.DAY;
  }

  /**
   * JSON with the members version, directory, segments (how many were read), stepMinutes, millis,
   * scores, tenants, events and problems. Each series is as long as millis, with null where there
   * is no figure. Where only coarser points are kept, there are only those.
   *
   * @param fromMillis since the epoch
   * @param toMillis the end, which does not belong to it
   * @param stepMinutes distance of the points
   * @param tenant whose figures to read; null for all
   * @throws IOException if the directory cannot be read
   */
  public String json(long fromMillis, long toMillis, int stepMinutes, @Nullable String tenant)
      throws IOException {
    Collection<String> tenants = tenant == null ? null : Collections.singleton(tenant);
    return read(() -> new RecordAnswer(fromMillis, toMillis, stepMinutes, tenants, true))
        .toJson(files.location());
  }

  /**
   * As {@link #json}, of some tenants, and with events that have no document: plans may be long.
   */
  public String figures(long fromMillis, long toMillis, int stepMinutes, Collection<String> tenants)
      throws IOException {
    return read(() -> new RecordAnswer(fromMillis, toMillis, stepMinutes, tenants, false))
        .toJson(files.location());
  }

  /**
   * What all tenants had in a span of time, and in the hour before it. It holds one series at a
   * time, however long the span is.
   *
   * @throws IOException if the directory cannot be read
   */
  public Incident incident(long fromMillis, long toMillis) throws IOException {
    return read(() -> new MeansAnswer(fromMillis, toMillis)).incident();
  }

  /** Takes what {@link #days} reads. Used by one thread. */
  public interface Series {
    /**
     * Whether to read a series of the day; an empty name is that of the cluster, which is asked for
     * first. A day of which that is not to be read is not even opened.
     */
    boolean wants(String series);

    /**
     * Takes a series of the day.
     *
     * @param minutes since the epoch, in order
     * @param figures by name as asked for, then by minute; NaN where there is none
     */
    void take(String series, long[] minutes, double[][] figures);
  }

  /**
   * Reads some figures day by day, the latest day first. Never more than a series of a day is in
   * memory.
   *
   * @param toMillis the end, which does not belong to it
   * @param figures their names
   * @return what could not be read, a sentence each
   * @throws IOException if the directory cannot be read
   */
  public Collection<String> days(long fromMillis, long toMillis, List<String> figures, Series into)
      throws IOException {
    Columns columns = Columns.of(figures, Collections.emptyList());
    Set<String> problems = new TreeSet<>();
    List<List<SegmentName>> days =
        new ArrayList<>(
            days(segment -> segment.overlaps(minute(fromMillis), end(toMillis))).values());
    Collections.reverse(days);
    for (List<SegmentName> names : days) {
      if (!into.wants(Recorder.CLUSTER)) {
        continue;
      }
      try (Day day =
          new Day(names, files, (name, why) -> problems.add(name + ": " + why.getMessage()))) {
        for (String series : day.series()) {
          if (into.wants(series)) {
            SortedMap<Long, Point> points =
                day.points(series, columns).at(1).subMap(minute(fromMillis), end(toMillis));
            long[] minutes = points.keySet().stream().mapToLong(Long::longValue).toArray();
            into.take(series, minutes, byFigure(points.values(), figures, columns));
          }
        }
      }
    }
    return problems;
  }

  private static double[][] byFigure(
      Collection<Point> points, List<String> figures, Columns columns) {
    double[][] values = new double[figures.size()][];
    for (int i = 0; i < values.length; i++) {
      int column = columns.names().indexOf(figures.get(i));
      values[i] = points.stream().mapToDouble(point -> point.figures[column]).toArray();
    }
    return values;
  }

  static long minute(long millis) {
    return Math.floorDiv(millis, MINUTE_MILLIS);
  }

  /** The minute after the last one. */
  static long end(long millis) {
    return -Math.floorDiv(-millis, MINUTE_MILLIS);
  }

  /** Reads again what was merged, and so deleted, while it was read. */
  private <A extends RecordAnswer> A read(Supplier<A> empty) throws IOException {
    A answer = filled(empty.get());
    for (int attempt = 1; answer.isUnreadable() && attempt < ATTEMPTS; attempt++) {
      answer = filled(empty.get());
    }
    return answer;
  }

  private <A extends RecordAnswer> A filled(A answer) throws IOException {
    for (List<SegmentName> day : days(answer::overlaps).values()) {
      answer.add(day, files);
    }
    return answer;
  }

  /** The segments of each day that has some of those. */
  private SortedMap<Long, List<SegmentName>> days(Predicate<SegmentName> wanted)
      throws IOException {
    SortedMap<Long, List<SegmentName>> days = new TreeMap<>();
    for (SegmentName name : Segments.segments(files.list()).keySet()) {
      if (!name.isDamaged() && wanted.test(name)) {
        days.computeIfAbsent(Point.slot(name.from, MergePlan.DAY), day -> new ArrayList<>())
            .add(name);
      }
    }
    return days;
  }
}
