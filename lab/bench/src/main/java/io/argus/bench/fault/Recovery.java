package io.argus.bench.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/**
 * When tenants have the throughput again that they had before a fault.
 *
 * <p>Immutable.
 */
final class Recovery {
  /** Throughputs are means of so many seconds. */
  static final int MEAN_SECONDS = 3;

  /** It has to stay so for that long. */
  static final int STAYS_SECONDS = 3;

  private static final double J = 0.97;
  private static final double MIN_PART = 0.9;

  private final Map<String, Double> before = new TreeMap<>();

  /**
   * @param seconds before the fault: operations of each tenant
   */
  Recovery(Map<String, List<Long>> seconds) {
    seconds.forEach((tenant, rates) -> before.put(tenant, mean(rates, 0, rates.size())));
  }

  Map<String, Double> before() {
    return Map.copyOf(before);
  }

  /**
   * The second from which everybody is back until now: Jain's index of the parts of their former
   * throughput is at least 0.97, and no part is below 0.9. Empty if that has not lasted long enough
   * yet.
   *
   * @param since operations of each tenant in every second since the fault
   */
  OptionalInt back(Map<String, List<Long>> since) {
    int seconds = since.values().stream().mapToInt(List::size).min().orElse(0);
    int from = -1;
    for (int second = 0; second + MEAN_SECONDS <= seconds; second++) {
      if (!isBack(since, second)) {
        from = -1;
      } else if (from < 0) {
        from = second;
      }
    }
    boolean stays = from >= 0 && seconds - MEAN_SECONDS - from >= STAYS_SECONDS;
    return stays ? OptionalInt.of(from) : OptionalInt.empty();
  }

  private boolean isBack(Map<String, List<Long>> since, int second) {
    List<Double> parts = new ArrayList<>();
    before.forEach(
        (tenant, rate) -> {
          List<Long> now = since.getOrDefault(tenant, List.of());
          parts.add(rate == 0 ? 1 : Math.min(1, mean(now, second, second + MEAN_SECONDS) / rate));
        });
    double sum = parts.stream().mapToDouble(Double::doubleValue).sum();
    double squares = parts.stream().mapToDouble(part -> part * part).sum();
    double least = parts.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    return least >= MIN_PART && sum * sum >= J * parts.size() * squares;
  }

  private static double mean(List<Long> rates, int from, int to) {
    return rates.subList(from, to).stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
