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

  private static final double REACHED = 0.95;

  /** Whoever is back for so many seconds is back. */
  private static final int STAY_SECONDS = 10;

  public Timeline {
    opsBySecond = List.copyOf(opsBySecond);
  }

  /** The steady throughput of a phase, ops/s: the median of its last third. */
  public double steady(int from, int to) {
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
      double mean = mean(second, second + MEAN_SECONDS);
      if (rises ? mean >= (1 - NEAR) * steady : mean <= (1 + NEAR) * steady) {
        return OptionalInt.of(second - from);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * Seconds from the start of a phase until the throughput, as a mean of three seconds, is at least
   * 95 % of a level for the first time; empty if it never is.
   */
  OptionalInt reachedAfter(int from, int to, double level) {
    for (int second = from; second + MEAN_SECONDS <= to; second++) {
      if (mean(second, second + MEAN_SECONDS) >= REACHED * level) {
        return OptionalInt.of(second - from);
      }
    }
    return OptionalInt.empty();
  }

  /**
   * Seconds after something happened until the throughput, as a mean of three seconds, is at least
   * 90 % of a level and stays there for ten seconds or to the end; empty if it never is, or if the
   * level is 0.
   *
   * @param second when it happened
   * @param to end of what counts
   */
  public OptionalInt backAfter(int second, int to, double level) {
    if (level <= 0) {
      return OptionalInt.empty();
    }
    int since = second;
    for (int start = second; start + MEAN_SECONDS <= to; start++) {
      if (mean(start, start + MEAN_SECONDS) < (1 - NEAR) * level) {
        since = start + 1;
      } else if (start - since >= STAY_SECONDS) {
        return OptionalInt.of(since - second);
      }
    }
    return since + MEAN_SECONDS <= to ? OptionalInt.of(since - second) : OptionalInt.empty();
  }

  /** Operations a second in a part of the time. */
  public double mean(int from, int to) {
    return opsBySecond.subList(from, to).stream().mapToLong(Long::longValue).average().orElse(0);
  }
}
