package io.argus.core.recorder;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The means of figures over a span of time, by series and figure. Used by one thread. */
final class Means {
  /** Of figures that have been added. */
  private static final class Mean {
    private double sum;
    private int count;
  }

  private final long fromMillis;
  private final long toMillis;
  private final SortedMap<String, Map<String, Mean>> means = new TreeMap<>();

  /**
   * @param toMillis the end, which does not belong to it
   */
  Means(long fromMillis, long toMillis) {
    this.fromMillis = fromMillis;
    this.toMillis = toMillis;
  }

  /** Adds a figure, unless it is of another time. */
  void add(String series, String figure, long millis, double value) {
    if (millis >= fromMillis && millis < toMillis) {
      Mean mean =
          means
              .computeIfAbsent(series, name -> new HashMap<>())
              .computeIfAbsent(figure, name -> new Mean());
      mean.sum += value;
      mean.count++;
    }
  }

  /** All means; a figure that a series has never had is not there. */
  SortedMap<String, Map<String, Double>> all() {
    SortedMap<String, Map<String, Double>> all = new TreeMap<>();
    means.forEach(
        (series, of) -> {
          Map<String, Double> figures = new TreeMap<>();
          of.forEach((figure, mean) -> figures.put(figure, mean.sum / mean.count));
          all.put(series, figures);
        });
    return all;
  }
}
