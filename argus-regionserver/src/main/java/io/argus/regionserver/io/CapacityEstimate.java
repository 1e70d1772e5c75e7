package io.argus.regionserver.io;

import io.argus.regionserver.scheduling.SlidingMean;
import java.util.concurrent.TimeUnit;

/**
 * How many bytes HDFS sustains, measured over the last windows of a second in which for nine tenths
 * of the time the reads were at the concurrency limit and more waited.
 *
 * <p>Bytes that moved without a grant, such as a flush's, are reported in lumps some time after;
 * they count bit by bit over the windows that follow, and not at all in what a window is said to
 * have read.
 *
 * <p>Not safe for use by several threads.
 */
final class CapacityEstimate {
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So few that a disk that changed is known within 10 s, whenever in a window it changed. */
  private static final int WINDOWS = 8;

  private static final int MIN_WINDOWS = 3;
  private static final double SATURATED = 0.9;

  /** The part of the lump that one window counts. */
  private static final double PART_OF_LUMP = 0.25;

  private final SlidingMean bytesPerSecond = new SlidingMean(WINDOWS);
  private long windowStartNanos;
  private long lastNanos;
  private long saturatedNanos;
  private long bytes;

  /** Bytes that moved without a grant and are not counted yet. */
  private long lump;

  CapacityEstimate(long nowNanos) {
    windowStartNanos = nowNanos;
    lastNanos = nowNanos;
  }

  /**
   * Reports whether HDFS was saturated from the last call until now.
   *
   * @return bytes per second that were read with grants in the window that has ended, if HDFS was
   *     saturated in it; mostly 0
   */
  double advance(long nowNanos, boolean saturated) {
    if (saturated) {
      saturatedNanos += nowNanos - lastNanos;
    }
    lastNanos = nowNanos;
    long windowNanos = nowNanos - windowStartNanos;
    if (windowNanos < WINDOW_NANOS) {
      return 0;
    }
    double measured = 0;
    long besides = (long) Math.ceil(PART_OF_LUMP * lump);
    lump -= besides;
    if (saturatedNanos >= SATURATED * windowNanos) {
      measured = bytes * 1e9 / windowNanos;
      bytesPerSecond.add((long) (measured + besides * 1e9 / windowNanos));
    }
    windowStartNanos = nowNanos;
    saturatedNanos = 0;
    bytes = 0;
    return measured;
  }

  void read(long bytesRead) {
    bytes += bytesRead;
  }

  /** Adds bytes that moved without a grant, some time ago. */
  void movedBesides(long bytesMoved) {
    lump += bytesMoved;
  }

  /** 0 while unknown. */
  double bytesPerSecond() {
    return bytesPerSecond.count() < MIN_WINDOWS ? 0 : bytesPerSecond.mean(0);
  }
}
