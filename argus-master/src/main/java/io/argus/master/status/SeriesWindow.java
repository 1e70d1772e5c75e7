package io.argus.master.status;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The last points of many series that share their times: a ring of floats per series, NaN where a
 * series has no point. A series without any point in its ring is dropped.
 *
 * <p>Not safe for use by several threads.
 */
final class SeriesWindow {
  private final int points;
  private final int mostSeries;
  private final long[] millis;
  private final Map<String, float[]> series = new LinkedHashMap<>();
  private int next;
  private int size;

  /**
   * @param points per series
   * @param mostSeries limit above which new series are ignored
   */
  SeriesWindow(int points, int mostSeries) {
    this.points = points;
    this.mostSeries = mostSeries;
    this.millis = new long[points];
  }

  /** Adds one point to each of these series, and none to all others. */
  void add(long nowMillis, Map<String, Float> figures) {
    millis[next] = nowMillis;
    for (float[] ring : series.values()) {
      ring[next] = Float.NaN;
    }
    figures.forEach(
        (name, figure) -> {
          float[] ring = series.get(name);
          if (ring == null && series.size() < mostSeries) {
            ring = new float[points];
            Arrays.fill(ring, Float.NaN);
            series.put(name, ring);
          }
          if (ring != null) {
            ring[next] = figure;
          }
        });
    next = (next + 1) % points;
    size = Math.min(points, size + 1);
    if (next == 0) {
      series.values().removeIf(SeriesWindow::isEmpty);
    }
  }

  private static boolean isEmpty(float[] ring) {
    for (float figure : ring) {
      if (!Float.isNaN(figure)) {
        return false;
      }
    }
    return true;
  }

  int size() {
    return size;
  }

  /** When a point was taken; the oldest has index 0. */
  long millis(int index) {
    return millis[place(index)];
  }

  /** The points of a series, the oldest first; null if there is no series of that name. */
  float @Nullable [] figures(String name) {
    float[] ring = series.get(name);
    if (ring == null) {
      return null;
    }
    float[] figures = new float[size];
    for (int i = 0; i < size; i++) {
      figures[i] = ring[place(i)];
    }
    return figures;
  }

  private int place(int index) {
    return Math.floorMod(next - size + index, points);
  }
}
