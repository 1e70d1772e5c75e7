package io.argus.master.status;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last points of many series that share their times, NaN where a series has no point. A series
 * is dropped when its last point leaves the window.
 *
 * <p>Not safe for use by several threads.
 */
final class SeriesWindow {
  private final int points;
  private final int mostSeries;
  private final long[] millis;

  /** That whose last point is the oldest comes first. */
  private final Map<String, Series> series = new LinkedHashMap<>();

  /** So many points were ever added; the next one has this number. */
  private long added;

  /**
   * @param points per series
   * @param mostSeries a new one above that replaces one without the last two points, or is ignored
   */
  SeriesWindow(int points, int mostSeries) {
    this.points = points;
    this.mostSeries = mostSeries;
    this.millis = new long[points];
  }

  /** Adds one point to each of these series, and none to all others. */
  void add(long nowMillis, Map<String, Float> figures) {
    millis[place(added, points)] = nowMillis;
    figures.forEach(
        (name, figure) -> {
          Series known = series.remove(name);
          if (known != null || series.size() < mostSeries || dropFirst(added - 1)) {
            Series one = known == null ? new Series(points) : known;
            one.add(added, figure);
            series.put(name, one);
          }
        });
    added++;
    boolean dropped;
    do {
      dropped = dropFirst(added - points);
    } while (dropped);
  }

  /** Drops the series whose last point is the oldest, if that point is before this number. */
  private boolean dropFirst(long number) {
    Iterator<Series> all = series.values().iterator();
    if (!all.hasNext() || all.next().end > number) {
      return false;
    }
    all.remove();
    return true;
  }

  int size() {
    return (int) Math.min(points, added);
  }

  /** When a point was taken; the oldest has index 0. */
  long millis(int index) {
    return millis[place(added - size() + index, points)];
  }

  /** The points of a series, the oldest first; null if there is no series of that name. */
  float @Nullable [] figures(String name) {
    Series one = series.get(name);
    if (one == null) {
      return null;
    }
    float[] figures = new float[size()];
    for (int i = 0; i < figures.length; i++) {
      figures[i] = one.figure(added - figures.length + i);
    }
    return figures;
  }

  private static int place(long number, int places) {
    return (int) (number % places);
  }

  /** The last points of one series. */
  private static final class Series {
    /** The point of number n is at n modulo the length. */
    private final float[] ring;

    private long end;

    Series(int points) {
      ring = new float[points];
      Arrays.fill(ring, Float.NaN);
    }

    void add(long number, float figure) {
      for (long gap = Math.max(end, number - ring.length); gap < number; gap++) {
        ring[place(gap, ring.length)] = Float.NaN;
      }
      ring[place(number, ring.length)] = figure;
      end = number + 1;
    }

    float figure(long number) {
      return number < end ? ring[place(number, ring.length)] : Float.NaN;
    }
  }
}
