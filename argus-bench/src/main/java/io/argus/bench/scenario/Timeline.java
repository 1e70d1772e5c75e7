package io.argus.bench.scenario;

import io.argus.bench.result.Spread;
import java.util.List;
import java.util.OptionalInt;

/**
 * Operations of one tenant, second by second, and how fast it settled after something changed.
 *
 * @param opsBySecond element i is the i-th second from the start, from 0
 */
public record Timeline(String tenant, List<Long> opsBySecond) {
  private static final double NEAR = 0.1;
  private static final int MEAN_SECONDS = 3;

  public Timeline {
    opsBySecond = List.copyOf(opsBySecond);
  }

  /** The steady throughput of a phase, ops/s: the median of its last third. */
  double steady(int from, int to) {
    List<Long> last = opsBySecond.subList(to - Math.max(1, (to - from) / 3), to);
    return Spread.of(last, Long::doubleValue).median();
  }

  /**
   * Seconds from the start of a phase until the throughput, as a mean of three seconds, is within
   * 10 % of the steady one; empty if it never is.
   */
  OptionalInt settledAfter(int from, int to) {
    double steady = steady(from, to);
    double before = from == 0 ? 0 : opsBySecond.get(from - 1);
    boolean rises = steady >= before;
    for (int second = from; second + MEAN_SECONDS <= to; second++) {
      double mean =
          opsBySecond.subList(second, second + MEAN_SECONDS).stream()
              .mapToLong(Long::longValue)
              .average()
              .orElseThrow();
      if (rises ? mean >= (1 - NEAR) * steady : mean <= (1 + NEAR) * steady) {
        return OptionalInt.of(second - from);
      }
    }
    return OptionalInt.empty();
  }
}
