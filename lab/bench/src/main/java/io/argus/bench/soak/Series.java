package io.argus.bench.soak;

import java.util.ArrayList;
import java.util.List;

/**
 * The samples of one quantity, such as the heap of a region server.
 *
 * <p>Used by one thread.
 */
final class Series {
  private final Quantity quantity;
  private final String of;
  private final List<Double> seconds = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();

  /**
   * @param of whose quantity it is: a server, or the workload of a client
   */
  Series(Quantity quantity, String of) {
    this.quantity = quantity;
    this.of = of;
  }

  void add(double second, double value) {
    seconds.add(second);
    values.add(value);
  }

  /**
   * The samples and their trend.
   *
   * @param warmUpSeconds samples before do not count
   */
  SoakReport.Measured measured(double warmUpSeconds) {
    int first = 0;
    while (first < seconds.size() && seconds.get(first) < warmUpSeconds) {
      first++;
    }
    List<Double> counted = values.subList(first, values.size());
    double mean = counted.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    return new SoakReport.Measured(
        quantity.label(),
        quantity.unit(),
        of,
        List.copyOf(seconds),
        List.copyOf(values),
        Trend.of(seconds.subList(first, seconds.size()), counted, quantity.ignoredPerHour(mean)));
  }
}
