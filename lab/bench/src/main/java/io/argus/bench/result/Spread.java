package io.argus.bench.result;

import static io.argus.load.basics.Argument.require;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.ToDoubleFunction;

/** A figure over the repeats of a measurement: median, least and greatest value. */
public record Spread(double median, double min, double max) {

  /** The spread of at least one value; the median of an even number is the mean of the middle. */
  public static Spread of(double... values) {
    require(values.length > 0, "number of values", values.length, "at least 1");
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }

  public static <T> Spread of(Collection<T> objects, ToDoubleFunction<? super T> figure) {
    return of(objects.stream().mapToDouble(figure).toArray());
  }
}
