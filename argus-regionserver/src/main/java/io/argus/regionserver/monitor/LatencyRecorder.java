package io.argus.regionserver.monitor;

import io.argus.core.Percentiles;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Durations of one window in a histogram from 1 microsecond to one minute, to 2 significant digits;
 * longer ones count as one minute. About 20 KB, allocated with the first duration.
 *
 * <p>{@link #record} may be called by any thread, {@link #drain} by one thread at a time.
 */
final class LatencyRecorder {
  private static final long LOWEST_NANOS = 1_000;
  private static final long HIGHEST_NANOS = 60_000_000_000L;
  private static final int SIGNIFICANT_DIGITS = 2;

  /**
   * A histogram that is handed from recorder to recorder, so that each needs only one of its own.
   */
  static final class Spare {
    private Histogram histogram =
        new Recorder(LOWEST_NANOS, HIGHEST_NANOS, SIGNIFICANT_DIGITS).getIntervalHistogram();
  }

  private volatile @Nullable Recorder recorder;

  void record(long nanos) {
    Recorder present = recorder;
    if (present == null) {
      present = allocate();
    }
    present.recordValue(Math.min(Math.max(nanos, 0), HIGHEST_NANOS));
  }

  private synchronized Recorder allocate() {
    Recorder present = recorder;
    if (present == null) {
      present = new Recorder(LOWEST_NANOS, HIGHEST_NANOS, SIGNIFICANT_DIGITS);
      recorder = present;
    }
    return present;
  }

  /** Returns the percentiles of the window and begins the next one. */
  Percentiles drain(Spare spare) {
    Recorder present = recorder;
    if (present == null) {
      return Percentiles.NONE;
    }
    Histogram interval = present.getIntervalHistogram(spare.histogram, false);
    spare.histogram = interval;
    return interval.getTotalCount() == 0
        ? Percentiles.NONE
        : new Percentiles(
            interval.getValueAtPercentile(50),
            interval.getValueAtPercentile(95),
            interval.getValueAtPercentile(99));
  }
}
