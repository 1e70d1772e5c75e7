package io.argus.bench.load;

import java.time.Duration;

/**
 * How a load client drives its workload.
 *
 * @param threads client threads, each with one operation under way
 * @param ramp time before the measuring window
 * @param window time in which completed operations count
 * @param targetOpsPerSecond rate of all threads together, 0 for as fast as it goes
 *     <p>Immutable.
 */
public record LoadSettings(int threads, Duration ramp, Duration window, double targetOpsPerSecond) {

  public LoadSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + "; must be at least 1");
    }
    if (ramp.isNegative()) {
      throw new IllegalArgumentException("ramp is " + ramp + "; must not be negative");
    }
    if (window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException("window is " + window + "; must be above 0 s");
    }
    if (!(targetOpsPerSecond >= 0)) {
      throw new IllegalArgumentException(
          "targetOpsPerSecond is " + targetOpsPerSecond + "; must be at least 0");
    }
  }

  /** Nanoseconds between two operations of one thread, 0 when unlimited. */
  public long pauseNanos() {
    return pauseNanos(threads, targetOpsPerSecond);
  }

  static long pauseNanos(int threads, double targetOpsPerSecond) {
    return targetOpsPerSecond == 0 ? 0 : (long) (1e9 * threads / targetOpsPerSecond);
  }
}
