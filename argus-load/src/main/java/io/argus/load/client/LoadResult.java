package io.argus.load.client;

import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * What one tenant's client measured in its window.
 *
 * <p>Immutable.
 */
public final class LoadResult {
  private static final double MICROS_PER_MILLI = 1000.0;

  private final double throughput;
  private final double p50Millis;
  private final double p95Millis;
  private final double p99Millis;
  private final double maxMillis;
  private final long errors;
  private final long ops;

  /**
   * @param throughput operations that succeeded, per second
   * @param maxMillis the longest latency
   * @param errors operations that failed
   * @param ops operations that succeeded
   */
  public LoadResult(
      double throughput,
      double p50Millis,
      double p95Millis,
      double p99Millis,
      double maxMillis,
      long errors,
      long ops) {
    this.throughput = throughput;
    this.p50Millis = p50Millis;
    this.p95Millis = p95Millis;
    this.p99Millis = p99Millis;
    this.maxMillis = maxMillis;
    this.errors = errors;
    this.ops = ops;
  }

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

  public double throughput() {
    return throughput;
  }

  public double p50Millis() {
    return p50Millis;
  }

  public double p95Millis() {
    return p95Millis;
  }

  public double p99Millis() {
    return p99Millis;
  }

  public double maxMillis() {
    return maxMillis;
  }

  public long errors() {
    return errors;
  }

  public long ops() {
    return ops;
  }
}
