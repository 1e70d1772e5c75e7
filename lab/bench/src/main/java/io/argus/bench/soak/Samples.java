package io.argus.bench.soak;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All series of a system, in the order in which they began.
 *
 * <p>Used by one thread.
 */
final class Samples {
  private final Map<String, Series> series = new LinkedHashMap<>();

  void add(Quantity quantity, String of, double second, double value) {
    series.computeIfAbsent(quantity + " " + of, key -> new Series(quantity, of)).add(second, value);
  }

  List<SoakReport.Measured> measured(double warmUpSeconds) {
    return series.values().stream().map(each -> each.measured(warmUpSeconds)).toList();
  }
}
