package io.argus.core.recorder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads recorded history from the files alone. A segment that is damaged or cannot be read is left
 * out, and the answer names it.
 *
 * <p>Stateless; safe for use by any thread.
 */
public final class RecordReader {
  private static final long MINUTES_SPAN = 6 * MergePlan.HOUR;
  private static final long TENS_SPAN = 3 * MergePlan.DAY;
  private static final long HOURS_SPAN = 90 * MergePlan.DAY;
  private static final int TEN_MINUTES = 10;

  /** Segments that go while they are read were merged: then it lists them again. */
  private static final int ATTEMPTS = 3;

  private static final long MINUTE_MILLIS = 60_000;

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
    RecordAnswer answer = read(fromMillis, toMillis, stepMinutes, tenant);
    for (int attempt = 1; answer.isUnreadable() && attempt < ATTEMPTS; attempt++) {
      answer = read(fromMillis, toMillis, stepMinutes, tenant);
    }
    return answer.toJson(files.location());
  }

  private RecordAnswer read(long fromMillis, long toMillis, int step, @Nullable String tenant)
      throws IOException {
    long from = Math.floorDiv(fromMillis, MINUTE_MILLIS);
    long to = -Math.floorDiv(-toMillis, MINUTE_MILLIS);
    SortedMap<Long, List<SegmentName>> days = new TreeMap<>();
    for (SegmentName name : Segments.segments(files.list()).keySet()) {
      if (!name.isDamaged() && name.overlaps(from, to)) {
        days.computeIfAbsent(Point.slot(name.from, MergePlan.DAY), day -> new ArrayList<>())
            .add(name);
      }
    }
    RecordAnswer answer = new RecordAnswer(from, to, step, tenant);
    for (List<SegmentName> day : days.values()) {
      answer.add(day, files);
    }
    return answer;
  }
}
