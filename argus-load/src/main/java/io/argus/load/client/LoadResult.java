package io.argus.load.client;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * What one tenant's client measured in its window.
 *
 * @param throughput operations that succeeded, per second
 * @param maxMillis the longest latency
 * @param ops operations that succeeded
 * @param errors operations that failed
 */
public record LoadResult(
    double throughput,
    double p50Millis,
    double p95Millis,
    double p99Millis,
    double maxMillis,
    long errors,
    long ops) {

  private static final double MICROS_PER_MILLI = 1000.0;

  /** Summarises latencies in microseconds of the operations that succeeded in the window. */
  public static LoadResult of(Histogram latenciesMicros, long errors, Duration window) {
    long ops = latenciesMicros.getTotalCount();
    return new LoadResult(
        ops * 1e9 / window.toNanos(),
        latenciesMicros.getValueAtPercentile(50) / MICROS_PER_MILLI,
        latenciesMicros.getValueAtPercentile(95) / MICROS_PER_MILLI,
        latenciesMicros.getValueAtPercentile(99) / MICROS_PER_MILLI,
        latenciesMicros.getMaxValue() / MICROS_PER_MILLI,
        errors,
        ops);
  }
}
