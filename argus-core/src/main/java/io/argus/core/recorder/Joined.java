package io.argus.core.recorder;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The points of one series in several segments, as one. Used by one thread.
 *
 * <p>Where a coarse segment and finer ones have the same slot, the finer points count as one point
 * of that slot, and the better one wins.
 */
final class Joined {
  private final Columns columns;
  private final SortedMap<Integer, SortedMap<Long, Point>> byResolution = new TreeMap<>();

  Joined(Columns columns) {
    this.columns = columns;
  }

  /**
   * @param resolution minutes of a point
   */
  void add(int resolution, SortedMap<Long, Point> points) {
    SortedMap<Long, Point> series = byResolution.computeIfAbsent(resolution, r -> new TreeMap<>());
    points.forEach((minute, point) -> series.merge(minute, point, Point::better));
  }

  /** All points, at a resolution or, where there are only coarser ones, at theirs. */
  SortedMap<Long, Point> at(int resolution) {
    SortedMap<Long, Point> series = new TreeMap<>();
    for (Map.Entry<Integer, SortedMap<Long, Point>> finer : byResolution.entrySet()) {
      series = Point.fold(series, finer.getKey(), columns);
      for (Map.Entry<Long, Point> each : finer.getValue().entrySet()) {
        series.merge(each.getKey(), each.getValue(), Point::better);
      }
    }
    return byResolution.isEmpty() || byResolution.lastKey() >= resolution
        ? series
        : Point.fold(series, resolution, columns);
  }
}
