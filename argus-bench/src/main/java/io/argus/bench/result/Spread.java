package io.argus.bench.result;

import java.util.Arrays;

/**
 * A figure over the repeats of a measurement: its median and how far it went.
 *
 * <p>Immutable.
 */
public record Spread(double median, double min, double max) {

  /** The spread of at least one value; the median of an even number is the mean of the middle. */
  public static Spread of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values are none; must be at least one");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
