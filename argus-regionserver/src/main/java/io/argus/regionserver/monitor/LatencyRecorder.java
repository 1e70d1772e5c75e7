package io.argus.regionserver.monitor;

import io.argus.core.usage.Percentiles;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * A histogram of the durations of one window, from 1 microsecond to one minute, to 2 significant
 * digits. A longer duration counts as one minute. About 20 KB, allocated with the first duration.
 *
 * <p>{@link #record} is for any thread, {@link #drain} for one thread at a time.
 */
final class LatencyRecorder {
  private static final long MIN_NANOS = 1_000;
  private static final long MAX_NANOS = 60_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 2;

  /** A histogram that recorders pass on when they are drained, so that each owns only one. */
  static final class Spare {
    private Histogram histogram =
        new Recorder(MIN_NANOS, MAX_NANOS, SIGNIFICANT_DIGITS).getIntervalHistogram();

    /** What {@link #drain} adds several recorders up in. */
    final Histogram sum = new Histogram(MIN_NANOS, MAX_NANOS, SIGNIFICANT_DIGITS);
  }

  private volatile @Nullable Recorder recorder;

  /**
   * @param weight how many such durations
   */
  void record(long nanos, int weight) {
    Recorder current = recorder;
    if (current == null) {
      current = allocate();
    }
    current.recordValueWithCount(Math.min(Math.max(nanos, 0), MAX_NANOS), weight);
  }

  private synchronized Recorder allocate() {
    Recorder current = recorder;
    if (current == null) {
      current = new Recorder(MIN_NANOS, MAX_NANOS, SIGNIFICANT_DIGITS);
      recorder = current;
    }
    return current;
  }

  /** The durations of one window. */
  static final class Window {
    static final Window EMPTY = new Window(Percentiles.NONE, 0);

    final Percentiles percentiles;

    /** The sum of all durations, to the histogram's precision. */
    final double totalNanos;

    private Window(Percentiles percentiles, double totalNanos) {
      this.percentiles = percentiles;
      this.totalNanos = totalNanos;
    }

    private static Window of(Histogram histogram) {
      return new Window(
          new Percentiles(
              histogram.getValueAtPercentile(50),
              histogram.getValueAtPercentile(95),
              histogram.getValueAtPercentile(99)),
          histogram.getMean() * histogram.getTotalCount());
    }
  }

  /** Returns the window that ends now and begins the next one. */
  Window drain(Spare spare) {
    Histogram interval = histogram(spare);
    return interval == null || interval.getTotalCount() == 0 ? Window.EMPTY : Window.of(interval);
  }

  /**
   * {@link #drain} that returns the histogram, which the next call overwrites; null if nothing was
   * ever recorded.
   */
  @Nullable Histogram histogram(Spare spare) {
    Recorder current = recorder;
    if (current == null) {
      return null;
    }
    Histogram interval = current.getIntervalHistogram(spare.histogram, false);
    spare.histogram = interval;
    return interval;
  }
}
